/** Watching from a phone: the board, the dice, the story. */

import { diceOf } from "./dice.js";
import { live, onChange } from "./live.js";
import { mirrorOf } from "./mirror.js";

mirrorOf(onChange);
diceOf(onChange);
live();
