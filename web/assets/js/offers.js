/** What a game's own module offers at a place that is tapped, beside the choices that stand on the page. */

const makers = [];

/** `maker(cell)` makes choices for that place: buttons with an action and cells, which need not be on the page. */
export const offer = (maker) => makers.push(maker);

/** All that is offered so at `cell`. */
export const offeredAt = (cell) => makers.flatMap((maker) => maker(cell));
