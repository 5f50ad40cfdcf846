"""Cards as people type them and hold them."""
