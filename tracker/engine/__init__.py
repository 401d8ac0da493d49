"""The part that every title shares. Pure: no web, database, clock, chance or files."""
