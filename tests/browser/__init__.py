"""The sheet in a real browser: Debian's Chromium, touch, the app served from this process."""
