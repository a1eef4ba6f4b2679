// The processes and the messages between them, as a picture.

import { h, s } from "./dom.js";

const size = 520;
const radius = 34;
const crown = "M-14 0-17-16-8-9 0-19 8-9 17-16 14 0z";

// place returns where process p of n stands: on a circle, the first at the top; two beside each
// other; the hub of a star in the middle.
function place(p, n, topology) {
  const hub = topology === "star" || topology === "hub-ring";
  if (n === 1 || (hub && p === 0)) return { x: size / 2, y: size / 2 };
  if (n === 2) return { x: p === 0 ? 120 : size - 120, y: size / 2 - 45 };
  const [i, of] = hub ? [p - 1, n - 1] : [p, n];
  const angle = -Math.PI / 2 + (2 * Math.PI * i) / of;
  const r = n > 8 ? 205 : 178;
  return { x: size / 2 + r * Math.cos(angle), y: size / 2 - 14 + r * Math.sin(angle) };
}

// curve returns the path of a link, bent to its right so that the link back is another one.
function curve(a, b, bend) {
  const dx = b.x - a.x, dy = b.y - a.y, d = Math.hypot(dx, dy) || 1;
  const cx = (a.x + b.x) / 2 + (dy / d) * bend, cy = (a.y + b.y) / 2 - (dx / d) * bend;
  const point = (t) => ({
    x: (1 - t) ** 2 * a.x + 2 * t * (1 - t) * cx + t * t * b.x,
    y: (1 - t) ** 2 * a.y + 2 * t * (1 - t) * cy + t * t * b.y,
  });
  const gap = (radius + 7) / d;
  const from = point(Math.min(gap, 0.4)), to = point(1 - Math.min(gap, 0.4));
  return { point, d: `M${from.x} ${from.y} Q${cx} ${cy} ${to.x} ${to.y}` };
}

function bendOf(view, l, used) {
  const n = view.processes.length;
  const key = `${l.from}-${l.to}`;
  used[key] = (used[key] ?? 0) + 1;
  const base = n === 2 ? 110 : view.topology === "unidirectional-ring" ? -24 : 40;
  return base * used[key];
}

// draw returns the picture of a view. pick(i) is called when somebody clicks what is enabled event i.
export function draw(view, pick) {
  const n = view.processes.length;
  const where = view.processes.map((_, p) => place(p, n, view.topology));
  const paths = new Map(), used = {};
  const lines = [], pills = [];
  view.links.forEach((l, i) => {
    const self = l.from === l.to;
    const a = where[l.from];
    const c = self ? loopAt(a) : curve(a, where[l.to], bendOf(view, l, used));
    paths.set(i, c);
    if (!self) lines.push(s("path", { d: c.d, class: "link" + (l.cut ? " cut" : ""), "marker-end": "url(#arrow)" }));
  });
  for (const c of view.channels) pills.push(...messages(view, c, c.link >= 0 ? paths.get(c.link) : inbox(where[c.to]), pick));
  const top = n === 2 ? 75 : 0, height = n === 2 ? 275 : size;
  return h("div", {},
    s("svg", { viewBox: `0 ${top} ${size} ${height}`, role: "img", "aria-label": spoken(view) },
      s("defs", {}, s("marker", { id: "arrow", viewBox: "0 0 8 8", refX: "7", refY: "4", markerWidth: "7", markerHeight: "7", orient: "auto" },
        s("path", { d: "M0 0 8 4 0 8z", class: "head" }))),
      lines, view.processes.map((x, p) => circle(x, p, where[p], view)), pills));
}

const loopAt = (a) => ({ point: (t) => ({ x: a.x + 46, y: a.y - 46 + 18 * t }) });
const inbox = (a) => ({ point: (t) => ({ x: a.x, y: a.y - radius - 16 - (1 - t) * 90 }) });

// messages draws a channel: the message that arrives next is the nearest to its receiver.
function messages(view, channel, path, pick) {
  const most = 4;
  const list = channel.messages.slice(0, most).map((text, k) => {
    const i = view.enabled.findIndex((e) => e.kind === "receive" && e.process === channel.to && e.message === text && (channel.from < 0 || e.from === channel.from));
    const next = i >= 0 && (!channel.queue || k === 0);
    const at = path.point((view.processes.length === 2 ? 0.52 : 0.66) - k * (channel.messages.length > 2 ? 0.17 : 0.24));
    const shown = text.length > 16 ? text.slice(0, 15) + "…" : text;
    const width = 7.4 * shown.length + 16;
    return s("g", { class: "message" + (next ? " next" : ""), transform: `translate(${at.x} ${at.y})`, onclick: next ? () => pick(i) : () => {} },
      s("title", {}, text + (channel.ticks ? `, within ${channel.ticks[k]}` : "")),
      s("rect", { x: -width / 2, y: -13, width, height: 26, rx: 13 }),
      s("text", { y: 4.5 }, shown));
  });
  if (channel.messages.length > most) {
    const at = path.point(0.62 - most * 0.17);
    list.push(s("text", { class: "more", x: at.x, y: at.y }, `+${channel.messages.length - most}`));
  }
  return list.reverse();
}

function circle(x, p, a, view) {
  const state = x.failed ? "failed" : x.down ? "down" : x.role;
  const below = a.y < size / 2 - 60 && view.processes.length > 2 ? -1 : 1;
  const words = x.failed ? ["ill-formed"] : x.down ? ["down"] : x.status.length ? x.status : [x.role];
  const lines = wrap(words, 13).slice(0, 3);
  const first = below > 0 ? radius + 18 : -radius - (x.role === "won" ? 26 : 8) - 14 * (lines.length - 1);
  return s("g", { class: `process ${state}` + (x.changed ? " changed" : ""), transform: `translate(${a.x} ${a.y})` },
    s("title", {}, `p${p}: ${x.local}`),
    s("circle", { r: radius }),
    s("text", { class: "name", y: x.id ? -4 : 5 }, `p${p}`),
    x.id ? s("text", { class: "id", y: 13 }, `id ${x.id}`) : null,
    x.role === "won" && !x.down ? s("path", { class: "crown", d: crown, transform: `translate(0 ${-radius - 1})` }) : null,
    x.role === "candidate" && !x.down ? s("text", { class: "icon", x: radius - 4, y: -radius + 12 }, "?") : null,
    x.down ? s("path", { class: "cross", d: "M-20-20 20 20M20-20-20 20" }) : null,
    lines.map((line, i) => s("text", { class: "status", y: first + 14 * i }, line)));
}

// wrap puts words into lines of at most so many letters.
function wrap(words, width) {
  const lines = [""];
  for (const w of words) {
    const last = lines.length - 1;
    if (lines[last] && lines[last].length + w.length + 1 > width) lines.push(w);
    else lines[last] = (lines[last] + " " + w).trim();
  }
  return lines;
}

// spoken says the picture in words.
function spoken(view) {
  const processes = view.processes.map((x, p) => `p${p}${x.id ? ` with identity ${x.id}` : ""}: ${x.down ? "down" : x.status.join(" ") || x.role}`);
  const flying = view.channels.map((c) => `to p${c.to}${c.from >= 0 ? ` from p${c.from}` : ""}: ${c.messages.join(", ")}`);
  return processes.concat(flying.length ? ["in flight " + flying.join("; ")] : ["nothing is in flight"]).join(". ");
}
