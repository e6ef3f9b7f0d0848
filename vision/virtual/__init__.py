"""The virtual table: pieces that lie anywhere in mm, and a camera that renders honest pictures of them."""
