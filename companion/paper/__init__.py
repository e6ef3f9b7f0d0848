"""What is printed: boards at true scale, pictures of them, calibration sheets."""
