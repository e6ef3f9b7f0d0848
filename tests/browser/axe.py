"""axe-core in the page: what it finds that would keep somebody out, as lines that can be read."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

STILL = """() => Promise.all(document.getAnimations()
    .filter(one => one.effect.getComputedTiming().endTime < 2000)
    .map(one => one.finished.catch(() => null)))"""
"""Waits until nothing moves any more but what moves for ever: half-faded text has half its contrast."""

RUN = """async tags => {
  const hidden = [...document.querySelectorAll(".sheet > svg[aria-hidden='true']")]
    .filter(art => !art.querySelector("a, button, input, [tabindex], [role], foreignObject"))
    .map(art => [art, [...art.childNodes]]);
  for (const [art] of hidden) art.replaceChildren();
  const found = await axe.run(document, { runOnly: tags, resultTypes: ["violations"] });
  for (const [art, parts] of hidden) art.replaceChildren(...parts);
  return found;
}"""
"""Asks axe about all but the inside of board drawings, thousands of shapes that nobody hears of and no key reaches."""

WHOLE = """() => document.readyState === "complete" && document.fonts.status === "loaded"
    && [...document.querySelectorAll("[data-mirror]")].every((one) => one.querySelector("[data-cell]"))
    && [...document.querySelectorAll("[data-load]")].every((one) => one.ariaBusy === "false")"""
"""Whether all that a page fetches for itself is on it: boards, parts, letters."""


def whole(page: Page) -> None:
    """Waits until the page is whole and stands still."""
    page.wait_for_function(WHOLE, timeout=60_000)
    page.evaluate(STILL)


@cache
def _axe() -> str:
    return files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")


def violations(page: Page, name: str = "") -> list[str]:
    """Everything that axe objects to on `page` as it is now: rule, element, and what to do about it."""
    page.emulate_media(reduced_motion="reduce")
    whole(page)
    if page.evaluate("() => typeof axe === 'undefined'"):
        page.evaluate(_axe())
    found = page.evaluate(RUN, TAGS)
    return [
        f"{name or page.url}: {rule['id']} at {' '.join(map(str, node['target']))}: {node['failureSummary']}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]
