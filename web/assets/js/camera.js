/** Pictures of the camera, fetched again and again while somebody looks at them. */

import { part, parts } from "./dom.js";

/** Keeps every `data-camera` picture fresh, one at a time, each `everyMs`; `query()` may add to its address. */
export function cameras(everyMs, query = () => "") {
  for (const image of parts("camera")) {
    const next = new Image();
    let count = 0;
    const fetchNext = () => {
      if (document.visibilityState !== "visible") return again();
      count += 1;
      next.src = `${image.dataset.camera}?n=${count}&${query()}`;
      return count;
    };
    const again = () => setTimeout(fetchNext, everyMs);
    const shown = (isThere) => {
      const none = part("no-camera");
      if (none) none.hidden = isThere;
      image.hidden = !isThere;
      again();
    };
    next.addEventListener("load", () => {
      image.src = next.src;
      shown(true);
    });
    next.addEventListener("error", () => shown(false));
    fetchNext();
  }
}
