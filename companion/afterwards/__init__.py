"""What is left when the evening is over: its tale, the pictures that were kept, and the proof that chance was fair."""
