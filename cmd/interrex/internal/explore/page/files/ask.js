// Questions to package explore: to the server that serves the page or, if a static site has
// it, to the same package in a worker.

const isSite = document.querySelector("meta[name=interrex-site]") !== null;

const kept = 512;
const views = new Map(); // the answers to the last questions for views and charts, so that undo asks nobody

// ask returns the answer to a question. An error is one line. A signal ends a check.
export async function ask(question, options = {}) {
  if (question.ask !== "view" && question.ask !== "chart") return askNow(question, options);
  const key = JSON.stringify(question);
  const answer = views.get(key) ?? await askNow(question, options);
  views.delete(key);
  views.set(key, answer);
  if (views.size > kept) views.delete(views.keys().next().value);
  return answer;
}

async function askNow(question, { progress = () => {}, signal }) {
  const answer = await (isSite ? askWorker : askServer)(question, progress, signal);
  if (answer.error) throw new Error(answer.error);
  return answer;
}

async function askServer(question, progress, signal) {
  const response = await fetch("ask", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(question), signal });
  if (!response.ok) throw new Error((await response.text()).trim());
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Error("the server has ended the answer");
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const said = JSON.parse(line);
      if (said.answer) return said.answer;
      progress(said.progress);
    }
  }
}

let worker = null;
let waiting = new Map();
let number = 0;
let recorded = null; // answers that the site has of the first screen

function start() {
  worker = new Worker("worker.js");
  worker.onmessage = ({ data }) => {
    const one = waiting.get(data.number);
    if (!one) return;
    if (data.progress) return one.progress(JSON.parse(data.progress));
    waiting.delete(data.number);
    one.resolve(JSON.parse(data.answer));
  };
  worker.onerror = () => {
    for (const one of waiting.values()) one.resolve({ error: "the program of the page cannot be loaded" });
    waiting = new Map();
  };
}

async function askWorker(question, progress, signal) {
  const text = JSON.stringify(question);
  if (worker === null) start(); // it loads while the recorded answers are played
  recorded ??= fetch("first.json").then((r) => (r.ok ? r.json() : {})).catch(() => ({}));
  const known = (await recorded)[text];
  if (known) return known;
  return new Promise((resolve, reject) => {
    const mine = ++number;
    waiting.set(mine, { resolve, progress });
    worker.postMessage({ number: mine, question: text });
    signal?.addEventListener("abort", () => {
      waiting.delete(mine);
      worker.terminate(); // a search does not look up; the next question starts a new one
      start();
      reject(new DOMException("stopped", "AbortError"));
    });
  });
}
