"""The commands of the Civil War."""
