"""The services of the Civil War: decks of tiles."""
