"""Chromium for tests: TAVOLO_CHROMIUM names another one than /usr/bin/chromium."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.browser.parlour import STUBS, served, sit
from tests.web import fake_services, fakes
from web import streams

sync_api = pytest.importorskip("playwright.sync_api")

EXPECT_MS = 30_000
"""How long a page may take for what it owes; a test that waits in vain fails later, no test passes for it."""
sync_api.expect.set_options(timeout=EXPECT_MS)

CHROMIUM = os.environ.get("TAVOLO_CHROMIUM", "/usr/bin/chromium")
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 390, "height": 844}
TABLET = {"width": 1180, "height": 820}
TV = {"width": 1920, "height": 1080}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs Chromium."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> Iterator[sync_api.Browser]:
    if not Path(CHROMIUM).exists():
        pytest.skip(f"{CHROMIUM} is not there; `apt install chromium`, or set TAVOLO_CHROMIUM")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


Opener = Callable[..., sync_api.Page]


@pytest.fixture
def table() -> fakes.FakeTable:
    """The parlour's table, which a test may poke."""
    return fakes.FakeTable()


@pytest.fixture
def top() -> fake_services.FakeTop:
    """The parlour's virtual table."""
    return fake_services.FakeTop()


@pytest.fixture
def base(table: fakes.FakeTable, top: fake_services.FakeTop, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The parlour, served; the address."""
    monkeypatch.setattr(streams, "SLICE_S", 0.1)
    with served(table, top) as address:
        yield address


@pytest.fixture
def open_page(chromium: sync_api.Browser) -> Iterator[Opener]:
    """Opens a page in a browser profile of its own; fails the test at the end if any page complained."""
    contexts: list[sync_api.BrowserContext] = []
    complaints: list[str] = []

    def open_one(
        address: str,
        size: dict[str, int] = PHONE,
        lang: str = "it-IT",
        cookies: Sequence[dict[str, str]] = (),
        stubs: str = "",
        **options: object,
    ) -> sync_api.Page:
        """`stubs`: a function that every page of this profile calls before its own scripts."""
        context = chromium.new_context(**{"viewport": size, "locale": lang, "has_touch": size is not TV, **options})
        context.add_cookies(list(cookies))
        if stubs:
            context.add_init_script(f"({stubs})()")
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
        page.on(
            "console",
            lambda note: (
                complaints.append(f"{page.url}: {note.text}")
                if note.type == "error" and "Failed to load resource" not in note.text and "ERR_" not in note.text
                else None
            ),
        )
        page.goto(address)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture
def red(base: str, table: fakes.FakeTable, open_page: Opener) -> sync_api.Page:
    """Red's phone, seated, with the parlour begun."""
    return sit(base, table, open_page, stubs="")


@pytest.fixture
def display(base: str, table: fakes.FakeTable, open_page: Opener) -> sync_api.Page:
    """The table display of the parlour, where Ilsa and Rick sit; what it says aloud is noted."""
    table.names = {"red": "Ilsa", "blue": "Rick"}
    page = open_page(f"{base}/table", TV, stubs=STUBS)
    page.wait_for_selector("[data-cell]", state="attached")
    return page
