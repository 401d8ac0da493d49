"""Telling the other devices that a match has changed. Nothing of ours is imported in here."""
