"""What the pages of this title show: plain data for its templates, drawn from the position."""
