"""What keeps facts and proves them."""
