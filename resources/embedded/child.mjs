// A locked-down process of its own for one run: boots a language, takes one job from its standard input, and ends.
// It is started with Node's permission model on and an empty environment; see src-daemon/engine/embedded.
const [language, start, ...files] = process.argv.slice(2);
const runner = import.meta.dirname;
const [first = '', second = '', wasm = ''] = files;

if (language === 'python') {
  const { runPython } = await import('./python.mjs');
  runPython({ wasm: first, runner, isFresh: start === 'fresh', layer: second });
} else {
  const { runJavaScript } = await import('./javascript.mjs');
  await runJavaScript({ core: first, variant: second, wasm, runner });
}
