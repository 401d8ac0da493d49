"""The data of this title's sheets, for the sources in `printouts/civil_war/`."""
