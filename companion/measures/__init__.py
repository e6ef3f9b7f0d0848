"""What ``tavolo bench`` measures, one module per part; nothing here is asserted, only measured.

``python -m`` alone runs `changed_frames`, `other_hand` (with `other_drawing` and `other_view`), `unseen` and
`path_traced`.
"""
