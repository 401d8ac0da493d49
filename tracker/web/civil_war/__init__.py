"""The pages of this title: plain data for its templates, drawn from the position."""
