// Events in words.

export function words(e) {
  const p = e.process < 0 ? "all" : `p${e.process}`;
  const named = e.name ? ` (${e.name})` : "";
  const from = e.from >= 0 ? ` from p${e.from}` : "";
  if (e.text.includes(" during ")) return e.text; // a crash within a step
  switch (e.kind) {
    case "wake": return `${p} wakes${named}`;
    case "receive": return `${p} receives ${e.message || "a message"}${from}`;
    case "timeout": return `${p}: the timer${e.name ? " " + e.name : ""} runs out`;
    case "idle": return `${p} is idle`;
    case "suspect": return `${p} suspects p${e.from}`;
    case "invoke": return `${p}: ${e.name || "an operation"} is invoked`;
    case "crash": return `${p} crashes`;
    case "restart": return `${p} restarts`;
    case "lose": return `${e.message || "a message"} to ${p}${from} is lost`;
    case "duplicate": return `${p} receives ${e.message || "a message"}${from}, and it stays`;
    case "cut": return `the links from ${p} to p${e.from} are cut`;
    case "divide": return `the network divides: the links between ${e.text.slice(7)} and all others are cut`;
    case "heal": return "the network is whole again";
    case "betray": return `${p} becomes a traitor`;
    case "forge": return `${p}, a traitor, sends ${e.message}`;
    case "tick": return "time passes";
    default: return e.text;
  }
}

// choice says which outcome of a choice an event has.
export const choice = (e) => (/ choose (.*)$/.exec(e.text) ?? [])[1];
