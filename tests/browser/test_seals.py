"""A phone keeps the seals that it saw, and at the end makes them again by itself from the opened sheets."""

from __future__ import annotations

import hashlib
from pathlib import Path

from playwright.sync_api import expect

from engines.casablanca_agents.actions import Bribe, First, LetStand, Move, Settle
from tests.browser.conftest import Opener
from tests.browser.stage import Stage

COMPUTED = """async (texts) => {
  const here = document.querySelector('script[src*="js/join.js"]').src;
  const { computed } = await import(here.replace("join.js", "sha256.js"));
  return texts.map((text) => computed(new TextEncoder().encode(text)));
}"""
KEPT = "number => Object.keys(JSON.parse(localStorage['tavolo.seals'] ?? '{}').seen ?? {}).length === number"
FORGE = """() => {
  const kept = JSON.parse(localStorage.getItem("tavolo.seals"));
  const [seal] = Object.keys(kept.seen);
  const forged = (seal[0] === "0" ? "1" : "0") + seal.slice(1);
  kept.seen = { ...kept.seen, [forged]: "" };
  localStorage.setItem("tavolo.seals", JSON.stringify(kept));
}"""


def test_a_phone_without_a_secure_page_hashes_as_everybody_does(base: str, open_page: Opener) -> None:
    page = open_page(base)
    texts = ["", "abc", "è" * 27, *("x" * length for length in (55, 56, 63, 64, 65, 119, 120, 1000))]
    assert page.evaluate(COMPUTED, texts) == [hashlib.sha256(text.encode()).hexdigest() for text in texts]


def test_every_seal_that_a_phone_saw_is_compared_at_the_end(tmp_path: Path, open_page: Opener) -> None:
    with Stage(tmp_path, "casablanca_agents", {"first": "chosen"}) as stage:
        stage.playing(2)
        phone = open_page(f"{stage.base}/seat/red", cookies=[stage.cookies["red"]])
        stage.act("red", First("red"))
        for number, seat in enumerate(("red", "blue"), 1):
            for agent in ("bleu", "gray", "sheela"):
                stage.act(seat, Bribe(agent, 100 * number))
            stage.act(seat, Settle())
            phone.wait_for_function(
                "() => Object.keys(JSON.parse(localStorage['tavolo.seals'] ?? '{}').seen ?? {}).length"
                f" === {number}"
            )
        stage.edit(bleu_house="16", case="16", gray_carried=True)
        stage.act("red", Move("bleu", "21", case=True))
        expect(phone.locator("[data-seal-verdict]")).to_have_count(0)
        stage.act("blue", LetStand())
        verdict = phone.locator("[data-seal-verdict]")
        expect(verdict).to_contain_text("durante la partita: 2.")
        expect(verdict).to_contain_text("tornano tutti")
        phone.evaluate(FORGE)
        phone.reload()
        expect(verdict).to_contain_text("questo telefono: 3; quelli che non seguono dai fogli scoperti: 1.")
        phone.evaluate("() => localStorage.clear()")
        phone.reload()
        expect(verdict).to_contain_text("non ha conservato sigilli")
