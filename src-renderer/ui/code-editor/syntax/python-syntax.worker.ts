import { initSync } from '@astral-sh/ruff-wasm-web';
import { createPythonCheck } from './python-syntax.ts';
import type { SyntaxAnswer, SyntaxTask } from './syntax-problem.ts';

/** The first message is the compiled parser, each other one a task. */
self.onmessage = ({ data: module }: MessageEvent<WebAssembly.Module>) => {
  initSync({ module });
  const check = createPythonCheck();
  self.onmessage = ({ data }: MessageEvent<SyntaxTask>) => self.postMessage(answer(data));

  function answer({ code }: SyntaxTask): SyntaxAnswer {
    try {
      return { problems: check(code) };
    } catch {
      // The parser stopped, such as for lack of memory, and cannot be used again.
      return { failed: true };
    }
  }
};
