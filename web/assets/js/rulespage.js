/** The rulebook as a page of its own. */

import { part } from "./dom.js";
import { bookOf } from "./rules.js";

const show = bookOf(part("book"));
const here = () => decodeURIComponent(location.hash.slice(1));

addEventListener("hashchange", () => here() && show(here()));
if (here()) show(here());
