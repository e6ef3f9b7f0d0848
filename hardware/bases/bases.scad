// Magnet bases for playing pieces: a ring to glue under a disc, a square or a counter, with a pocket for a magnet.
// Prints flat and without supports, pocket side up. Choose with:  openscad -D 'piece="square"' -o square.stl bases.scad
//
// The magnet lies as low as it can: 0.4 mm of plastic is all that is between it and the board, so that a reed switch
// below 3 mm of plywood still closes.

piece = "disc";        // "disc", "square", "counter" or "plate" (one of each)
across = 20;           // mm, of the piece that it goes under: diameter, or side
height = 3.2;          // mm, of the whole base
magnet = [6, 2];       // mm, diameter and height of a round neodymium magnet
play = 0.15;           // mm, all around the magnet
floor = 0.4;           // mm, under the magnet: two layers
rim = 0.8;             // mm, that holds the piece so that it does not slide; 0 for none
rim_height = 0.8;      // mm
$fn = 96;

module outline(kind, size, more = 0) {
    if (kind == "square")
        offset(r = 1.2) square(size + 2 * more - 2.4, center = true);
    else if (kind == "counter")   // a die-cut counter of a war game: a square with cut corners
        intersection() {
            square(size + 2 * more, center = true);
            rotate(45) square((size + 2 * more) * 1.25, center = true);
        }
    else
        circle(d = size + 2 * more);
}

module base(kind, size) {
    assert(size >= magnet[0] + 4, "the piece is too small for this magnet");
    assert(height >= floor + magnet[1] + 0.6, "the base is too low for this magnet");
    difference() {
        linear_extrude(height + rim_height) outline(kind, size, rim);
        translate([0, 0, height]) linear_extrude(rim_height + 1) outline(kind, size, 0.1);
        // the pocket opens upwards, under the piece: the magnet cannot fall out once the piece is glued on
        translate([0, 0, floor]) cylinder(d = magnet[0] + 2 * play, h = height);
    }
}

if (piece == "plate") {
    base("disc", across);
    translate([across + 8, 0, 0]) base("square", across);
    translate([2 * (across + 8), 0, 0]) base("counter", across);
} else
    base(piece, across);
