"""What the Civil War keeps besides its matches: decks of tiles."""
