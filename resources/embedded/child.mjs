// The confined process of one run. It boots an interpreter, reads one job from its standard input, runs it and exits. The
// daemon starts it with Node's permission model and an empty environment (src-daemon/engine/embedded).
const [language, start, ...files] = process.argv.slice(2);
const runner = import.meta.dirname;
const [first = '', second = '', wasm = '', rules = '', swc = '', reader = ''] = files;

if (language === 'python') {
  const { runPython } = await import('./python.mjs');
  runPython({ wasm: first, runner, isFresh: start === 'fresh', layer: second });
} else {
  const { runJavaScript } = await import('./javascript.mjs');
  await runJavaScript({ core: first, variant: second, wasm, runner, tools: { rules, swc, reader } });
}
