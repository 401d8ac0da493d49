"""The database: matches, their entries, and what was done to them. Nothing here knows a rule."""
