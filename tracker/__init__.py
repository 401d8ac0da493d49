"""Quartermaster: the score sheet that keeps the rules."""
