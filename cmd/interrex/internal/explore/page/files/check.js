// The panel in which the checker searches.

import { ask } from "./ask.js";
import { at, h, put } from "./dom.js";

let stop = null; // of the search that runs
let values = {}; // of the instance

const field = (label, control) => h("label", {}, h("span", {}, label), control);
const choose = (options, value, change) => h("select", { onchange: ({ target }) => change(target.value) },
  options.map((o) => h("option", { value: o, selected: o === value }, o)));

// checkForm shows the network of the instance; change sets other values.
export function checkForm(view, state, list, change) {
  values = state.values;
  const v = view.values;
  const set = (name) => (value) => change({ ...state.values, [name]: value });
  const typed = (name, hint) => h("input", { value: v[name] ?? "", placeholder: hint, size: 14, onchange: ({ target }) => set(name)(target.value.trim()) });
  const n = h("input", { type: "number", min: 1, max: 20, value: v.n, onchange: ({ target }) => {
    const { ids, graph, labels, wake, down, start, victims, ...rest } = state.values; // they are about other processes
    change({ ...rest, n: target.value });
  } });
  put("check",
    field("n", n), v.ids !== "none" ? field("identities", typed("ids", "3,2,1")) : "",
    field("order", choose(list.orders, v.order, set("order"))), field("timing", choose(list.timings, v.timing, set("timing"))),
    field("wake", typed("wake", "any, all, 0,1")), field("faults", typed("faults", "none, loss=1 crash=1")),
    field("faults strike only", typed("victims", "crash-of=0,1")),
    field("fairness", choose(["none", "weak", "strong"], v.fairness, set("fairness"))),
    field("property in question", choose(view.properties.map((p) => p.name), v.property, (name) => change({ ...state.values, property: name }))),
    h("label", { class: "tick" }, h("input", { type: "checkbox", id: "all" }), "all arrangements of identities"),
    h("label", { class: "tick" }, h("input", { type: "checkbox", id: "whole" }), "count every configuration"),
    h("button", { type: "button", class: "primary", id: "run", onclick: () => runCheck(null, runCheck.play) }, "Check all properties"));
}

// runCheck searches; of one property, it opens the counterexample at once.
export async function runCheck(properties, play) {
  runCheck.play = play ?? runCheck.play;
  stop?.abort();
  const mine = (stop = new AbortController());
  put("report");
  put("progress", "Searching… ", h("button", { type: "button", onclick: () => mine.abort() }, "Stop"));
  const meter = h("span", {}, "");
  at("progress").prepend(meter);
  try {
    const check = { properties, all: at("all").checked, whole: at("whole").checked };
    const report = await ask({ ask: "check", values, check }, {
      signal: mine.signal,
      progress: (p) => (meter.textContent = `${p.configurations.toLocaleString("en")} configurations, depth ${p.depth}, ${p.seconds.toFixed(1)} s. `),
    });
    if (stop !== mine) return;
    put("progress");
    drawReport(report);
    const shown = report.verdicts[0]?.shown;
    if (properties && shown) await runCheck.play(shown);
  } catch (error) {
    if (stop === mine) put("progress", error.name === "AbortError" ? "Stopped: nothing is decided." : error.message);
  }
}

export function drawReport(r) {
  put("report",
    h("p", {}, `${r.configurations.toLocaleString("en")} configurations${r.reduced ? " of a reduced search" : ""}`,
      r.arrangements > 1 ? ` in ${r.arrangements} arrangements` : "", `, ${r.seconds.toFixed(2)} s. `,
      r.complete ? "" : "The search was cut short: what it has not decided is unknown."),
    h("ul", { class: "verdicts" }, r.verdicts.map((v) => h("li", { class: v.result, title: v.statement },
      h("span", { class: "name" }, v.name), h("span", { class: "verdict" }, { violated: "✗ ", holds: "✓ " }[v.result] ?? "", v.result),
      v.shown ? h("button", { class: "quiet", onclick: () => runCheck.play(v.shown) }, `play ${v.length} events`) : "", v.note ? h("small", {}, v.note) : ""))));
}
