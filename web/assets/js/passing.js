/** The curtain itself must not come back from the browser's memory as an open page, nor an open page as itself. */

addEventListener("pageshow", (event) => event.persisted && location.reload());
