import { type ClassifyTag, chooseBlock, looksLikeCode } from './choose-code.ts';
import { createFenceScanner } from './fence-scanner.ts';
import { createJsonCodeReader } from './json-code-reader.ts';
import { createReasoningFilter } from './strip-reasoning.ts';

interface ReaderHooks {
  classifyTag: ClassifyTag;
  /** Code as it comes: a view, that `finish` may correct. */
  onCode: (text: string) => void;
  /** What is said beside the code. */
  onExplanation: (text: string) => void;
}

export type AnswerReader = ReturnType<typeof createAnswerReader>;

/**
 * Finds the program in an answer while it comes: in the arguments of a tool call, in a JSON object with `code`, in a
 * fence, or the whole answer where that is code. The thoughts that some models begin with are passed over.
 */
export function createAnswerReader({ classifyTag, onCode, onExplanation }: ReaderHooks) {
  const call = createJsonCodeReader(onCode);
  const object = createJsonCodeReader(onCode);
  const content: string[] = [];
  const calls: string[] = [];
  let shown: number | undefined;
  const fences = createFenceScanner({
    onExplanation,
    onCode: (line, { index, tag }) => {
      const verdict = classifyTag(tag);
      if (shown === undefined && (verdict === 'wanted' || verdict === 'none')) shown = index;
      if (shown === index) onCode(line);
    },
  });
  let isObject: boolean | undefined;
  const message = createReasoningFilter((text) => {
    isObject ??= text.startsWith('{');
    content.push(text);
    if (isObject) object.push(text);
    else fences.push(text);
  });

  return {
    /** The next piece of the message. */
    content: message.push,
    /** The next piece of the arguments of a tool call. */
    callArguments(text: string): void {
      calls.push(text);
      call.push(text);
    },
    /** The program; undefined where the answer has none. */
    finish(): string | undefined {
      message.finish();
      const fromCall = codeOf(calls.join('')) ?? call.code();
      const found = filled(fromCall) ?? filled(fromMessage(content.join('')));
      return found?.replace(/\r\n/g, '\n');
    },
  };

  function fromMessage(text: string): string | undefined {
    if (isObject) {
      const code = codeOf(text) ?? object.code();
      if (code !== undefined) return code;
      fences.push(text);
    }
    const blocks = fences.finish();
    const json = blocks.filter(({ tag }) => tag === 'json').map(({ code }) => codeOf(code));
    const chosen = chooseBlock(blocks, classifyTag) ?? json.find((code) => code !== undefined);
    if (chosen !== undefined || blocks.length > 0) return chosen;
    return !isJson(text) && looksLikeCode(text) ? text : undefined;
  }
}

function codeOf(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json);
    const isObject = typeof value === 'object' && value !== null && 'code' in value;
    return isObject && typeof value.code === 'string' ? value.code : undefined;
  } catch {
    return undefined;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function filled(code: string | undefined): string | undefined {
  return code === undefined || code.trim() === '' ? undefined : code;
}
