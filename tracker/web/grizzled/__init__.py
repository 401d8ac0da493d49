"""The pages of The Grizzled."""
