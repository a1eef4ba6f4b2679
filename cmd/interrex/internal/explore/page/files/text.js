// The text of the algorithm, its errata and readings, and the same in Go.

import { ask } from "./ask.js";
import { at, h, put } from "./dom.js";

// drawText shows a text. change sets other values of the instance; play opens a counterexample.
export function drawText(text, state, change, play) {
  drawText.last = text;
  put("source", text.title + (text.source ? ". " + text.source : ""));
  const marks = (n) => [...text.errata, ...text.readings].filter((x) => x.line === n);
  put("lines", text.lines.map((l) => h("li", { value: l.number, onmouseenter: () => point(l.number), onmouseleave: () => point(0), tabindex: 0, onfocus: () => point(l.number) },
    h("span", {}, l.text), h("span", { class: "marks" }, marks(l.number).map((x) => h("mark", { title: x.printed ?? x.question }, x.id))))));
  put("errata", text.errata.length ? h("h3", {}, "Errata: places where the text is wrong") : "", text.errata.map((x) => erratum(x, text, state, change, play)));
  put("readings", text.readings.length ? h("details", {}, h("summary", {}, `Readings: ${text.readings.length} places that can be read in several ways`), text.readings.map((r) => reading(r, state, change))) : "");
  put("code", text.code.map((l) => h("span", { class: "line", "data-cites": (l.cites ?? []).join(" ") }, code(l.text), "\n")));
  at("text-panel").hidden = text.lines.length === 0;
  at("code-panel").hidden = text.code.length === 0;
}

function erratum(x, text, state, change, play) {
  const see = async () => play(await ask({ ask: "open", text: `${text.name} ${x.id}` }));
  return h("div", { class: "erratum" + (x.fixed ? " fixed" : "") },
    h("label", {}, h("input", { type: "checkbox", checked: x.fixed, onchange: () => change({ ...state.values, variant: x.fixes }) }), h("b", {}, x.id), x.line ? ` line ${x.line}: ` : ": ", x.fixed ? "fixed" : "as printed"),
    h("details", { open: !x.fixed }, h("summary", {}, "The difference"),
      h("p", {}, h("b", {}, "Printed: "), x.printed), h("p", {}, h("b", {}, "Corrected: "), h("ins", {}, x.corrected))),
    h("button", { class: "quiet", onclick: see, "data-erratum": x.id }, `Play how it breaks ${x.breaks}`));
}

function reading(r, state, change) {
  return h("div", { class: "reading" }, h("label", {}, h("b", {}, r.id), r.line ? ` line ${r.line}: ` : " ", r.question,
    h("select", { onchange: ({ target }) => change({ ...state.values, readings: r.readings[target.value] }) },
      r.options.map((o, i) => h("option", { value: i, selected: i === r.chosen }, o)))));
}

// point marks the lines of Go that cite a line of the text.
function point(number) {
  for (const line of at("code").children) {
    const is = number > 0 && line.dataset.cites.split(" ").includes(String(number));
    line.classList.toggle("cited", is);
  }
}

const keyword = /\b(func|return|switch|case|default|if|else|for|range|type|struct|const|var|package|import)\b/;

// code returns a line of Go with its keywords and comments as elements.
function code(line) {
  const [, before, comment] = /^(.*?)(\/\/.*)?$/s.exec(line);
  return [...before.split(keyword).map((w, i) => (i % 2 ? h("b", {}, w) : w)), comment ? h("i", {}, comment) : ""];
}
