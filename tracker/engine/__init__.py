"""What every title shares. Pure: no web, no database, no clock, no chance, no files."""
