import { checkJavaScript } from './javascript-syntax.ts';
import type { SyntaxAnswer, SyntaxTask } from './syntax-problem.ts';

self.onmessage = ({ data: { code, language } }: MessageEvent<SyntaxTask>) => {
  const reply = (answer: SyntaxAnswer) => self.postMessage(answer);
  try {
    reply({ problems: checkJavaScript(code, language) });
  } catch {
    // Such as too much nesting for the parser.
    reply({ failed: true });
  }
};
