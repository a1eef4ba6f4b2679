// The page: what it shows is a function of the state, which is that of the link, and of
// the answers of package explore to it.

import { ask } from "./ask.js";
import { at, h, put } from "./dom.js";
import { decode, encode } from "./link.js";
import { draw } from "./stage.js";
import { drawText } from "./text.js";
import { checkForm, drawReport, runCheck } from "./check.js";
import { choice, words } from "./words.js";

let state = { values: {}, picks: [], at: 0, stem: null, level: undefined };
let view = null; // of the state
let list = null; // algorithms and levels
let future = []; // the events of all picks, as far as they have been seen
let turn = 0; // of the last question: answers to others come too late

const execution = (s) => ({
  values: s.values, picks: s.picks.slice(0, s.at), stem: s.stem !== null && s.at === s.picks.length ? s.stem : null,
});

// go shows another state. Its link replaces that of the page, or is a new entry of the history.
export async function go(next, { record = true } = {}) {
  const mine = ++turn;
  try {
    const [seen, text] = await Promise.all([
      ask({ ask: "view", ...execution(next) }),
      sameText(next, state) ? null : ask({ ask: "algorithm", values: next.values }),
    ]);
    if (mine !== turn) return;
    at("trouble").hidden = true;
    state = next;
    view = seen;
    if (text) drawText(text, state, setValues, play);
    future = [...view.events, ...(samePicks(view) ? future.slice(view.events.length) : [])];
  } catch (error) {
    if (mine === turn) {
      trouble(error);
      finishLater();
    }
    return;
  }
  const link = encode(state);
  if (record && link !== location.hash) history.pushState(null, "", link);
  show();
}

let lastText = "";
function sameText(a) {
  const key = JSON.stringify([a.values.algorithm, a.values.variant, a.values.readings, a.values.n]);
  const same = key === lastText;
  lastText = key;
  return same;
}

const samePicks = (v) => v.events.every((e, i) => !future[i] || future[i].text === e.text);

function trouble(error) {
  lastText = "";
  at("trouble").hidden = false;
  put("trouble", error.message);
}

// Moves.

export const pick = (i) => go({ ...state, picks: [...state.picks.slice(0, state.at), i], at: state.at + 1, stem: null });
const move = (to) => to >= 0 && to <= state.picks.length && to !== state.at && go({ ...state, at: to });
const setValues = (values) => go({ values, picks: [], at: 0, stem: null, level: state.level });
const repeat = () => go({ ...state, picks: state.picks.slice(0, state.at), stem: view.returns });

// play opens a counterexample: of a file, an erratum or a check.
async function play(opened, from = 0) {
  future = [];
  await go({ values: opened.values, picks: opened.picks, at: opened.picks.length, stem: opened.stem ?? null, level: undefined });
  if (from >= 0 && opened.prose) put("changes", ...opened.prose.join(" ").split("\n"));
}

const largest = 1 << 20; // of a file, in bytes

async function openFile(file) {
  try {
    if (file.size > largest) throw new Error(`the file has ${file.size} bytes; allowed: ${largest}`);
    await play(await ask({ ask: "open", text: await file.text() }));
  } catch (error) {
    trouble(error);
  }
}

// same plays the same events in another variant, as far as they are enabled there.
async function same(values) {
  const wanted = view.events.map((e) => e.text);
  let picks = [];
  try {
    for (const text of wanted) {
      const seen = await ask({ ask: "view", values, picks, stem: null });
      const i = seen.enabled.findIndex((e) => e.text === text);
      if (i < 0) break;
      picks.push(i);
    }
  } catch (error) {
    return trouble(error);
  }
  future = [];
  go({ values, picks, at: picks.length, stem: null, level: state.level });
}

// What is shown.

function show() {
  const last = view.last;
  at("algorithm").value = state.values.algorithm;
  put("instance", view.title.replace(/^\S+, /, ""));
  put("stage", draw(view, pick));
  put("changes", last ? changes(last) : "Nothing has happened yet.");
  put("position", `${state.at} of ${state.picks.length}`);
  for (const [id, off] of [["start", state.at === 0], ["undo", state.at === 0], ["redo", state.at === state.picks.length], ["end", state.at === state.picks.length]]) {
    at(id).disabled = off;
  }
  showTask();
  showNext();
  showHistory();
  showProperties();
  checkForm(view, state, list, setValues);
  showLines();
  finishLater();
  document.body.dataset.shown = encode(state); // for tests: the page shows this state
  performance.mark("shown");
}

function changes(step) {
  const sends = step.sends.map((m) => {
    const l = view.links[m.link];
    return `p${l.from} sends ${m.message} to p${l.to}${m.lost ? " (lost)" : ""}`;
  });
  const after = view.processes.flatMap((x, p) => (x.changed ? [`p${p} is now ${x.down ? "down" : x.local}`] : []));
  const lines = executed(step);
  return [h("strong", {}, words(step.event)), ": " + ([...sends, ...after].join("; ") || "nothing changes") + ".",
    lines.length ? h("span", { class: "note" }, ` Text: line${lines.length > 1 ? "s" : ""} ${lines.join(", ")}.`) : ""];
}

// executed returns the lines of the text that the Go code of a step cites.
function executed(step) {
  const code = text().code ?? [];
  const cited = step.code.flatMap((n) => code[n - 1]?.cites ?? []).filter((c) => /^\d+$/.test(c)).map(Number);
  return [...new Set(cited)].sort((a, b) => a - b);
}

function showNext() {
  const button = (e, i) => h("button", { class: "event" + (e.fault ? " fault" : e.obligatory ? "" : " optional"), onclick: () => pick(i), "data-event": e.text },
    h("kbd", {}, i < 9 ? String(i + 1) : ""), h("span", {}, words(e)), choice(e) ? h("small", {}, "outcome " + choice(e)) : "");
  const indexed = view.enabled.map((e, i) => [e, i]);
  const groups = [["", indexed.filter(([e]) => !e.fault)], ["Faults", indexed.filter(([e]) => e.fault)]];
  put("enabled", groups.filter(([, events]) => events.length).map(([title, events]) =>
    h("div", { class: "group" }, title ? h("h3", {}, title + " " + budgets()) : "", events.map(([e, i]) => button(e, i)))));
  put("rest", view.loops ? "The events of the loop repeat for ever." : view.terminal ? "Terminal: nothing more has to happen." : "",
    view.returns >= 0 && !view.loops ? h("button", { class: "loop", onclick: repeat }, `↻ The same configuration as after event ${view.returns}: repeat for ever`) : "");
  put("disabled", view.disabled.map((e) => h("li", {}, h("span", {}, words(e)), h("em", {}, e.why))));
  put("disabled-count", `(${view.disabled.length})`);
}

const budgets = () => view.budgets.length
  ? "(" + view.budgets.map((b) => `${b.name}: ${b.left < 0 ? "any number" : `${b.left} of ${b.of} left`}${b.only ? `, only of ${b.only}` : ""}`).join(", ") + ")" : "";

function showHistory() {
  put("history", future.map((e, i) => h("li", { class: i < state.at ? "past" : "to-come" },
    h("button", { onclick: () => move(i + 1), "aria-current": i + 1 === state.at ? "step" : undefined }, `${i + 1} ${words(e)}`),
    view.loops && i === state.stem ? h("span", { class: "mark" }, "loop") : "")));
}

// finishLater scrolls to the last event and its code, and draws the diagram, once the rest has been painted, unless
// there is another question by then. To scroll at once would lay the page out twice.
function finishLater() {
  const mine = turn;
  requestAnimationFrame(() => setTimeout(() => {
    if (mine !== turn || !view) return;
    at("history").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    const last = [...at("code").querySelectorAll(".ran")].findLast((line) => line.textContent.startsWith("func "));
    if (last) at("code").scrollTop = last.offsetTop - 10;
    showChart();
  }));
}

async function showChart() {
  const mine = state;
  try {
    const drawn = await ask({ ask: "chart", ...execution(mine) });
    if (mine !== state) return;
    at("chart").src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(drawn.chart);
    at("chart").alt = "Space-time diagram of the execution; the section In words says the same.";
    put("list", drawn.list);
  } catch (error) {
    if (mine === state) trouble(error);
  }
}

const broken = () => view.properties.find((p) => p.name === view.values.property && p.decided >= 0 && p.decided <= state.at);

function showProperties() {
  const rank = (p) => (p.name === view.values.property ? 0 : p.decided >= 0 && !p.witness ? 1 : 2);
  const order = [...view.properties].sort((a, b) => rank(a) - rank(b));
  put("properties", order.map((p) => {
    const violated = p.decided >= 0;
    const verdict = violated ? (p.witness ? "reached" : "violated") : p.liveness ? (view.terminal && !view.loops ? "not violated here" : "open") : "not violated so far";
    return h("li", { class: violated && !p.witness ? "violated" : "", title: p.statement },
      h("span", { class: "name" }, p.name), h("span", { class: "verdict" }, violated ? `${p.witness ? "✓" : "✗"} ${verdict} (event ${p.decided})` : verdict), h("small", {}, p.statement));
  }));
}

function showTask() {
  const level = list.levels[state.level], mine = broken();
  const parts = [h("h1", {}, level ? level.title : view.title)];
  if (level && !mine) {
    parts.push(h("p", {}, level.task), h("details", {}, h("summary", {}, "Hint"), h("p", {}, level.hint)));
  }
  if (mine) {
    parts.push(h("p", { class: "violated", role: "alert" }, h("strong", {}, `✗ ${mine.name} is violated. `), mine.summary),
      level ? h("p", {}, level.learnt) : "");
  } else if (level && state.at > 0 && view.terminal) {
    parts.push(h("p", { class: "well" }, `✓ All is well: ${view.values.property} is not violated. `, isFixed(level) ? "The same events, and the text is fixed." : "Undo, and try another order."));
  }
  parts.push(h("p", { class: "buttons" }, fixButton(mine), level && isFixed(level) ? h("button", { onclick: () => playLevel(state.level) }, "Back to the text as printed") : "",
    h("button", { id: "find", onclick: () => runCheck([view.values.property], play) }, mine ? "Let the checker find it" : "I give up: let the checker find it")));
  put("task", ...parts);
  at("task").classList.toggle("lost", Boolean(mine));
  for (const b of at("levels").querySelectorAll("button")) b.setAttribute("aria-current", b.dataset.level === String(state.level) ? "true" : "false");
}

const isFixed = (level) => (state.values.variant ?? "corrected") !== (level.values.variant ?? "corrected");

function fixButton(mine) {
  const fix = text().errata.find((x) => !x.fixed && mine && x.breaks === mine.name);
  return fix ? h("button", { id: "fix", class: "primary", onclick: () => same({ ...state.values, variant: fix.fixes }) }, `Apply the fix ${fix.id}: the same events again`) : "";
}

const text = () => drawText.last ?? { errata: [] };

// showLines marks the lines of the text that the violated property is about, and those of text and
// code that the last event has executed.
function showLines() {
  const mine = broken();
  const ran = new Set(view.last?.code), done = new Set(view.last ? executed(view.last) : []);
  const guilty = new Set(mine ? text().errata.filter((x) => !x.fixed && x.breaks === mine.name).map((x) => x.line) : []);
  for (const li of at("lines").children) {
    li.classList.toggle("guilty", guilty.has(Number(li.value)));
    li.classList.toggle("ran", done.has(Number(li.value)));
  }
  [...at("code").children].forEach((line, i) => line.classList.toggle("ran", ran.has(i + 1)));
}

function playLevel(i) {
  future = [];
  return go({ values: { ...list.levels[i].values }, picks: [], at: 0, stem: null, level: i });
}

// The start.

function listen() {
  at("undo").onclick = () => move(state.at - 1);
  at("redo").onclick = () => move(state.at + 1);
  at("start").onclick = () => move(0);
  at("end").onclick = () => move(state.picks.length);
  at("algorithm").onchange = ({ target }) => go({ values: { algorithm: target.value }, picks: [], at: 0, stem: null, level: undefined });
  at("file").onchange = ({ target }) => target.files[0] && openFile(target.files[0]);
  at("download").onchange = download;
  at("copy").onclick = async () => {
    await navigator.clipboard?.writeText(location.href);
    at("copy").textContent = "Copied";
    setTimeout(() => (at("copy").textContent = "Copy link"), 1500);
  };
  at("skip").onclick = (e) => { e.preventDefault(); at("next").focus(); };
  addEventListener("hashchange", fromLink);
  addEventListener("popstate", fromLink);
  addEventListener("dragover", (e) => e.preventDefault());
  addEventListener("drop", (e) => {
    e.preventDefault();
    const file = e.dataTransfer.files[0];
    if (file) openFile(file);
  });
  addEventListener("keydown", key);
}

function key(e) {
  if (e.target.matches("input, select, textarea") || e.ctrlKey || e.metaKey || e.altKey || !view) return;
  if (e.key >= "1" && e.key <= "9" && view.enabled[Number(e.key) - 1]) pick(Number(e.key) - 1);
  else if (e.key === "ArrowLeft") move(state.at - 1);
  else if (e.key === "ArrowRight") move(state.at + 1);
  else if (e.key === "Home") move(0);
  else if (e.key === "End") move(state.picks.length);
  else return;
  e.preventDefault();
}

async function download({ target }) {
  const format = target.value;
  target.value = "";
  try {
    const d = await ask({ ask: "download", ...execution(state), format });
    const a = h("a", { href: URL.createObjectURL(new Blob([d.text], { type: d.type })), download: d.name });
    a.click();
    setTimeout(() => URL.revokeObjectURL(a.href), 1000);
  } catch (error) {
    trouble(error);
  }
}

// fromLink shows the state of the address, or else the level to begin with.
function fromLink() {
  const next = decode(location.hash);
  if (next) {
    if (encode(next) !== encode(state)) go(next, { record: false });
    return;
  }
  if (location.hash.length > 1) trouble(new Error("this link is not of this page, or not of this version"));
  if (list.levels.length) return playLevel(list.first);
  go({ values: { algorithm: list.algorithms[0].name }, picks: [], at: 0, stem: null, level: undefined });
}

async function begin() {
  listen();
  try {
    list = await ask({ ask: "list" });
  } catch (error) {
    return trouble(error);
  }
  put("algorithm", list.algorithms.map((a) => h("option", { value: a.name }, a.name)));
  put("levels", list.levels.map((l, i) => h("button", { "data-level": i, onclick: () => playLevel(i) }, h("b", {}, i + 1), " " + l.title)));
  fromLink();
}

begin();
