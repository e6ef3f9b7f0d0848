/** Watching from a phone: the board, the dice, the story. */

import { countdownOf } from "./countdown.js";
import { showDice } from "./dice.js";
import { live, onBeat, onChange } from "./live.js";
import { mirrorOf } from "./mirror.js";
import "./rulelinks.js";
import { trailOf } from "./trail.js";

const mirror = mirrorOf(onChange);
const moved = trailOf(mirror, JSON.parse(document.body.dataset.board).placement);
onChange((news) => news.board && moved(news.board));
showDice();
countdownOf(onChange, onBeat);
live();
