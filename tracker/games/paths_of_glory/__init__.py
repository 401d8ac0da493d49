"""Paths of Glory: one module per chapter of the rules, named as the chapter is."""
