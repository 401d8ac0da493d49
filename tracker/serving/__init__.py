"""The server: HTTP in front of the app, and the streams that it hands over."""
