"""What the sheets of this title show: plain data for the sources in `printouts/grizzled/`."""
