"""The pad: the forms of entries, for every title."""
