"""What ``tavolo bench`` measures, one module per part; nothing here is asserted, only measured."""
