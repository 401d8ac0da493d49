"""A walk over the running server: every link, every download, every form, as everybody at a table.

`pages.py` reads a page, `downloads.py` opens a file, `journey.py` walks as one device, `table.py`
makes the matches, `walk.py` lets all devices walk, and `starting.py` starts the server.
"""
