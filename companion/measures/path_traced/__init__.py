"""Evenings on newly painted maps as Blender's path tracer sees them, and what the eye makes of them.

``python -m companion.measures.path_traced evening FIRST COUNT --out DIR`` renders and judges recordings, ``… find …``
single pictures. A map (`terrain`, `signs`, `painted_map`), its folds (`relief`), light (`light`), camera (`view`) and
sensor (`sensor`), and where pieces lie (`laying`), are decided by the seed alone and need no Blender. That is asked for
by `blender`, `materials`, `room`, `clutter`, `pieces`, `arm` and `studio` only, which nothing but `rendering` imports.
"""
