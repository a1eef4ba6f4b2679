// The worker of a static site: package explore as WebAssembly.

importScripts("wasm_exec.js");

const ready = new Promise((resolve) => (self.interrexReady = resolve));
const go = new Go();
WebAssembly.instantiateStreaming(fetch("interrex.wasm"), go.importObject).then(({ instance }) => go.run(instance));

onmessage = async ({ data: { number, question } }) => {
  await ready;
  interrexAnswer(question, (progress) => postMessage({ number, progress }), (answer) => postMessage({ number, answer }));
};
