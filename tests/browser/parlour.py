"""The parlour with a teacher and a virtual table, served for the browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flask import Flask
from playwright.sync_api import Page

from tests.web import fake_services, fakes
from web.server import Server

STUBS = """() => {
  window.trembled = [];
  const tremble = (pattern) => window.trembled.push([pattern].flat().length);
  Object.defineProperty(Navigator.prototype, "vibrate", { value: tremble });
  window.locks = { held: 0, asked: 0 };
  const lock = () => {
    window.locks.held += 1;
    window.locks.asked += 1;
    const events = new EventTarget();
    events.release = async () => { window.locks.held -= 1; };
    return events;
  };
  Object.defineProperty(Navigator.prototype, "wakeLock", { value: { request: async () => lock() } });
  window.said = [];
  window.voices = [];
  const voices = ["it-IT", "de-DE", "en-GB"].map((lang) => ({ lang, localService: true, name: `Alice ${lang}` }));
  const speech = new EventTarget();
  speech.getVoices = () => voices;
  speech.cancel = () => window.said.push("(hush)");
  speech.speak = (words) => {
    window.said.push(words.text);
    window.voices.push(`${words.lang} ${words.voice.lang}`);
    setTimeout(() => words.onend(), 5);
  };
  Object.defineProperty(window, "speechSynthesis", { value: speech });
  window.SpeechSynthesisUtterance = function (text) { this.text = text; };
}"""
"""What a headless browser lacks: a motor, a screen to keep on, a voice; each notes what is asked of it."""

EAR = """() => {
  window.heard = { now: 0, loudest: 0 };
  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (to, ...rest) {
    if (to instanceof AudioDestinationNode) {
      const ear = new AnalyserNode(this.context, { fftSize: 32768 });
      window.heard.context = this.context;
      const samples = new Float32Array(ear.fftSize);
      connect.call(this, ear);
      setInterval(() => {
        ear.getFloatTimeDomainData(samples);
        window.heard.now = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
        window.heard.loudest = Math.max(window.heard.loudest, window.heard.now);
      }, 50);
    }
    return connect.call(this, to, ...rest);
  };
}"""
"""Listens at the loudspeaker: how loud it was in the last 0.7 s, for a page without a processor looks no oftener, and
the loudest it was."""

SLOW_LEAVE = """() => {
  const resume = AudioContext.prototype.resume;
  AudioContext.prototype.resume = async function () {
    await new Promise((done) => setTimeout(done, 2500));
    return resume.call(this);
  };
}"""
"""A machine that is slow to start its sound."""


NOTING = """selector => {
  const noted = (window.noted = []);
  const size = (line) => parseFloat(getComputedStyle(line).fontSize);
  const note = (line) => noted.push([line.textContent.replace(/\\s+/g, " ").trim(), size(line)]);
  new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach(note)))
    .observe(document.querySelector(selector), { childList: true });
}"""


class Notes:
    """What appears for a while in a part of a page, kept: a slow machine may look again only when it has gone."""

    def __init__(self, page: Page, selector: str) -> None:
        """Notes what is put into the part at `selector` from now on."""
        self._page = page
        page.evaluate(NOTING, selector)

    def wait_for(self, text: str) -> float:
        """Until `text` was there; the size of its letters, px."""
        self._page.wait_for_function("text => window.noted.some(([said]) => said === text)", arg=text)
        return float(self._page.evaluate("text => window.noted.find(([said]) => said === text)[1]", text))

    def texts(self) -> list[str]:
        """All that was there so far, in order."""
        return [str(said) for said, _ in self._page.evaluate("window.noted")]


@contextmanager
def serving(app: Flask) -> Iterator[str]:
    """`app` on a free port; its address."""
    server = Server(app, "127.0.0.1", 0)
    server.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.stop()


@contextmanager
def served(table: fakes.FakeTable, top: fake_services.FakeTop | None = None) -> Iterator[str]:
    """The parlour on a free port; the address."""
    with serving(fakes.parlour(table, virtual=top, learning_service=fake_services.FakeTeacher())) as address:
        yield address


def sit(base: str, table: fakes.FakeTable, open_page: Callable[..., Page], stubs: str = STUBS) -> Page:
    """Red's phone with everything that a real phone has, on red's turn. It sat down before: the door stays shut."""
    token = table.claim("red", "Ilsa", "00" * 32, "it")
    table.begin_playing("blue")
    cookie = {"name": "seat_red", "value": token, "url": base}
    phone = open_page(f"{base}/seat/red", cookies=[cookie], stubs=stubs)
    phone.wait_for_selector(".lit")
    return phone
