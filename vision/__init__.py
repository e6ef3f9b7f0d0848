"""Eyes: from camera frames to evidence about cells. Knows boards and looks, no rules and no table."""
