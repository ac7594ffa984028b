import { createAnswerReader } from '../../../src-daemon/generation/answer/answer-reader.ts';
import { createTagClassifier } from '../../../src-daemon/generation/answer/classify-tag.ts';

interface Seen {
  code: string | undefined;
  shown: string;
  explanation: string;
}

/** Reads an answer that arrives in these pieces. */
export function readAnswer(pieces: string[], { language = 'python', asCall = false } = {}): Seen {
  const shown: string[] = [];
  const explanation: string[] = [];
  const reader = createAnswerReader({
    classifyTag: createTagClassifier(language),
    onCode: (text) => shown.push(text),
    onExplanation: (text) => explanation.push(text),
  });
  for (const piece of pieces) asCall ? reader.callArguments(piece) : reader.content(piece);
  return { code: reader.finish(), shown: shown.join(''), explanation: explanation.join('') };
}
