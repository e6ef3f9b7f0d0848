/** The agents on a phone: the bribes with sliders, choosing an agent to act, raising in a duel. */

import { part, parts } from "../../js/dom.js";
import { buzz } from "../../js/haptics.js";
import { expect, onChange, seen } from "../../js/live.js";
import { noteSeal, sayVerdict } from "../../js/seals.js";
import { newKey, post } from "../../js/send.js";
import * as pencil from "./pencil.js";

const TENSE = [30, 60, 30, 60, 90]; // ms: a bid has been named
const base = document.body.dataset.act;
const thousands = document.documentElement.lang === "en" ? "," : "."; // as engines/money.py writes them
const dollars = (amount) => `${amount.toString().replace(/\B(?=(\d{3})+$)/g, thousands)}\u202f$`;

async function act(action) {
  const reply = await post(`${base}act`, { key: newKey(), action, seen: seen() });
  if (!reply) return false;
  expect((await reply.json()).number);
  return true;
}

/* Bribes: in pencil, sent when they are settled. */

const bribes = () => part("bribes");
const rows = (form) => parts("agent", form);

/** What sums are whole multiples of, $. */
const stepOf = (form) => Number(form.dataset.step);

/** The most that `agent` could be given beside what the others are given. */
const room = (form, agent) => Number(form.dataset.capital) - pencil.total() + (pencil.amounts.get(agent) ?? 0);

function write(form, agent, wanted) {
  if ("single" in form.dataset && wanted > 0) {
    for (const other of pencil.amounts.keys()) if (other !== agent) pencil.amounts.delete(other);
  }
  const step = stepOf(form);
  const amount = Math.max(0, Math.min(Math.round(wanted / step) * step, room(form, agent)));
  if (amount) pencil.amounts.set(agent, amount);
  else pencil.amounts.delete(agent);
  pencil.note();
  show(form);
}

function show(form) {
  for (const row of rows(form)) {
    const amount = pencil.amounts.get(row.dataset.agent) ?? 0;
    part("amount", row).value = amount;
    part("slide", row).value = amount;
    row.classList.toggle("given", amount > 0);
  }
  part("left", form).textContent = dollars(Number(form.dataset.capital) - pencil.total());
  part("sum", form).textContent = dollars(pencil.total());
  part("settle", form).disabled = pencil.amounts.size < Number(form.dataset.least);
}

let written = ""; // the turn for which the pencil is held

/** New HTML has come: what was written in this turn is written into it again. */
function restore() {
  const form = bribes();
  if (!form) {
    if (question().split(" ")[1] !== written) pencil.forget(); // an announcement may yet be taken back
    return;
  }
  if (written !== form.dataset.turn) {
    written = form.dataset.turn;
    if (!pencil.takeUp()) for (const row of rows(form)) if (kept(row)) pencil.amounts.set(row.dataset.agent, kept(row));
    if (pencil.amounts.size) form.closest("details").open = true;
  }
  show(form);
}

/** What the table has pencilled already for a row: a settlement was cut off. */
const kept = (row) => Number(row.dataset.pencil);

async function settle(form) {
  const button = part("settle", form);
  button.disabled = true;
  const wanted = [...pencil.amounts];
  let through = !rows(form).some(kept) || (await act({ type: "rub_out" }));
  for (const [agent, amount] of wanted) through = through && (await act({ type: "bribe", agent, amount }));
  through = through && (await act({ type: "settle" }));
  if (through) pencil.forget();
  button.disabled = false;
}

/* An agent is picked, and its ways are shown and lit on the board. */

let picked = "";

function pick(agent) {
  picked = agent;
  for (const button of parts("pick")) button.setAttribute("aria-expanded", String(button.dataset.pick === agent));
  for (const deeds of parts("deeds")) deeds.hidden = deeds.dataset.deeds !== agent;
  const ways = part(`deeds="${agent}"`);
  if (ways) ways.scrollIntoView({ block: "nearest", behavior: "smooth" });
}

/* The duel: how high the next bid is. */

function raise(form, amount) {
  const slider = form.querySelector("[name=amount]");
  slider.value = amount;
  form.querySelector("output").textContent = dollars(Number(slider.value));
}

/* Players are called by name: the names stand on the page of the table. */

function callByName() {
  const names = new Map(parts("player").map((one) => [one.dataset.player, one.textContent]));
  for (const one of parts("name-of")) one.textContent = names.get(one.dataset.nameOf) ?? one.textContent;
}

/* A new question comes into view, wherever the page was scrolled to; a bid makes the phone tremble. */

const question = () => part("question")?.dataset.question ?? "";

/** The board with what may be done in a turn below it, and the way on when a game ends; else the question itself. */
function lookAt(now) {
  if (/^(turn|setup|over)/.test(now)) document.querySelector("main").scrollTo({ top: 0 });
  else part("question")?.scrollIntoView({ block: "start" });
}

let bid = part("duel")?.dataset.duel ?? "";
let asked = question();

onChange((news) => {
  if (news.html?.hand !== undefined) minded();
  if (news.html?.choices === undefined) return;
  restore();
  callByName();
  if (picked && part(`deeds="${picked}"`)) pick(picked);
  const now = part("duel")?.dataset.duel ?? "";
  if (now !== bid && now) buzz(TENSE);
  bid = now;
  if (question() !== asked) lookAt(question());
  asked = question();
});

document.addEventListener("input", (event) => {
  const form = event.target.closest("form");
  if (!form) return;
  if ("slide" in event.target.dataset) write(form, event.target.closest("[data-agent]").dataset.agent, Number(event.target.value));
  else if (form.matches("[data-bid]")) raise(form, event.target.value);
});

document.addEventListener("change", (event) => {
  if (!("amount" in event.target.dataset)) return;
  const form = event.target.closest("form");
  write(form, event.target.closest("[data-agent]").dataset.agent, Number(event.target.value.replace(/\D/g, "")));
});

document.addEventListener("focusin", (event) => "amount" in event.target.dataset && event.target.select?.());

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const form = button.closest("form");
  if (button.dataset.pick) pick(picked === button.dataset.pick && button.getAttribute("aria-expanded") === "true" ? "" : button.dataset.pick);
  else if (form && "clear" in button.dataset) {
    pencil.amounts.clear();
    pencil.note();
    show(form);
  } else if (form && ("more" in button.dataset || "less" in button.dataset)) {
    const agent = button.closest("[data-agent]").dataset.agent;
    write(form, agent, (pencil.amounts.get(agent) ?? 0) + ("more" in button.dataset ? stepOf(form) : -stepOf(form)));
  } else if (form && button.dataset.raise) raise(form, button.dataset.raise);
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.matches("[data-bribes]")) {
    event.preventDefault();
    await settle(form);
  } else if (form.matches("[data-bid]")) {
    event.preventDefault();
    const button = form.querySelector("button.go");
    button.disabled = true;
    await act({ type: "bid", amount: Number(form.querySelector("[name=amount]").value) });
    button.disabled = false;
  }
});

/** Seals are kept while the game is on, and compared when it is over. */
function minded() {
  noteSeal();
  sayVerdict();
}

restore();
callByName();
minded();
