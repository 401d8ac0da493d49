"""The data of this title's sheets, for the sources in `printouts/paths_of_glory/`."""
