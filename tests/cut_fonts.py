"""The fonts of the pages, cut when this is imported: servers that are forked later have them."""

from tracker.web import fonts

for _name in fonts.NAMES:
    fonts.cut(_name)
