// The state of the page in the fragment of its address:
//
//   #1&algorithm=lcr&n=2&variant=printed&e=0.0.1&loop=1&at=2
//
// The first word is the version of the form. e has the picks in base 36, loop the number of
// events before the loop, at the position if it is not the end. Package explore writes the same.

const longest = 65536;
const known = ["algorithm", "variant", "readings", "limits", "topology", "n", "graph", "ids", "labels", "grants", "order", "capacity", "timing",
  "delay", "timers", "wake", "down", "start", "faults", "victims", "fairness", "property"];

export function encode(state) {
  const parts = ["#1"];
  for (const name of Object.keys(state.values).sort()) {
    parts.push(name + "=" + encodeURIComponent(state.values[name]).replaceAll("%20", "+").replaceAll("%2C", ","));
  }
  if (state.level !== undefined) parts.push("level=" + state.level);
  if (state.picks.length) parts.push("e=" + state.picks.map((p) => p.toString(36)).join("."));
  if (state.stem !== null) parts.push("loop=" + state.stem);
  if (state.at !== state.picks.length) parts.push("at=" + state.at);
  return parts.join("&");
}

// decode returns the state of a fragment; null if it is none.
export function decode(fragment) {
  const parts = fragment.split("&");
  if (parts[0] !== "#1" || fragment.length > longest) return null;
  const state = { values: {}, picks: [], at: -1, stem: null, level: undefined };
  for (const part of parts.slice(1)) {
    const [name, raw = ""] = part.split(/=(.*)/s);
    let value;
    try {
      value = decodeURIComponent(raw.replaceAll("+", " "));
    } catch {
      return null;
    }
    if (known.includes(name)) state.values[name] = value;
    else if (name === "e") state.picks = value.split(".").map((p) => parseInt(p, 36));
    else if (name === "loop") state.stem = Number(value);
    else if (name === "at") state.at = Number(value);
    else if (name === "level") state.level = Number(value);
    else return null;
  }
  if (state.picks.some((p) => !Number.isSafeInteger(p) || p < 0)) return null;
  if (state.stem !== null && !(Number.isInteger(state.stem) && state.stem >= 0 && state.stem < state.picks.length)) return null;
  if (state.level !== undefined && !(Number.isInteger(state.level) && state.level >= 0)) return null;
  if (!(Number.isInteger(state.at) && state.at >= 0 && state.at <= state.picks.length)) state.at = state.picks.length;
  return state.values.algorithm ? state : null;
}
