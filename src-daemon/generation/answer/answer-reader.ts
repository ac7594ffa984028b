import type { JsonLimits } from '../../core/json-meter.ts';
import { JsonLimitError, parseMeteredJson } from '../../core/metered-json.ts';
import { type ClassifyTag, chooseBlock, looksLikeCode } from './choose-code.ts';
import { createFenceScanner } from './fence-scanner.ts';
import { createJsonCodeReader } from './json-code-reader.ts';
import { withoutWrappers } from './reasoning-marks.ts';
import { createReasoningFilter } from './strip-reasoning.ts';

/** An answer in JSON is one object with a few texts. */
const answerLimits: JsonLimits = { values: 10_000, depth: 64 };

interface ReadMessage {
  text: string;
  /** True if the text begins as a JSON object does. */
  isObject: boolean | undefined;
  object: ReturnType<typeof createJsonCodeReader>;
  fences: ReturnType<typeof createFenceScanner>;
}

interface ReaderHooks {
  classifyTag: ClassifyTag;
  /** Code while it arrives: a preview that `finish` may correct. */
  onCode: (text: string) => void;
  /** Text around the code. */
  onExplanation: (text: string) => void;
}

export type AnswerReader = ReturnType<typeof createAnswerReader>;

/**
 * Finds the program in an answer while it arrives: in the arguments of a tool call, in a JSON object with `code`, in a
 * fenced block, or as the whole answer. The reasoning of some models is never a part of it, in whatever form they mark it.
 */
export function createAnswerReader({ classifyTag, onCode, onExplanation }: ReaderHooks) {
  const call = createJsonCodeReader(onCode);
  const calls: string[] = [];
  let message = readMessage();
  const filter = createReasoningFilter({
    onText: (text) => message.push(text),
    onReset: () => {
      message = readMessage();
    },
  });

  function readMessage() {
    let shown: number | undefined;
    const fences = createFenceScanner({
      onExplanation,
      onCode: (line, { index, tag }) => {
        const kind = classifyTag(tag);
        if (shown === undefined && (kind === 'requested' || kind === 'none')) shown = index;
        if (shown === index) onCode(line);
      },
    });
    const object = createJsonCodeReader(onCode);
    const content: string[] = [];
    let isObject: boolean | undefined;
    return {
      push(text: string): void {
        isObject ??= text.startsWith('{');
        content.push(text);
        if (isObject) object.push(text);
        else fences.push(text);
      },
      finish: () => programOf({ text: withoutWrappers(content.join('')), isObject, object, fences }),
    };
  }

  return {
    /** Adds the next part of the message. */
    content: filter.push,
    /** Adds the next part of the arguments of a tool call. */
    callArguments(text: string): void {
      calls.push(text);
      call.push(text);
    },
    /** Returns the program; undefined if the answer has none. */
    finish(): string | undefined {
      filter.finish();
      const fromCall = codeOf(calls.join('')) ?? call.code();
      const found = filled(fromCall) ?? filled(message.finish());
      return found?.replace(/\r\n/g, '\n');
    },
  };

  function programOf({ text, isObject, object, fences }: ReadMessage): string | undefined {
    if (isObject || text.startsWith('{')) {
      const code = codeOf(text) ?? object.code();
      if (code !== undefined) return code;
    }
    if (isObject) fences.push(text);
    const blocks = fences.finish();
    const json = blocks.filter(({ tag }) => tag === 'json').map(({ code }) => codeOf(code));
    const chosen = chooseBlock(blocks, classifyTag) ?? json.find((code) => code !== undefined);
    if (chosen !== undefined || blocks.length > 0) return chosen;
    return !isJson(text) && looksLikeCode(text) ? text : undefined;
  }
}

function codeOf(json: string): string | undefined {
  try {
    const value = parseMeteredJson(json, answerLimits);
    const isObject = typeof value === 'object' && value !== null && 'code' in value;
    return isObject && typeof value.code === 'string' ? value.code : undefined;
  } catch {
    return undefined;
  }
}

/** Returns true for JSON, also for JSON that is too expensive to parse: it is no program. */
function isJson(text: string): boolean {
  try {
    parseMeteredJson(text, answerLimits);
    return true;
  } catch (error) {
    return error instanceof JsonLimitError;
  }
}

function filled(code: string | undefined): string | undefined {
  return code === undefined || code.trim() === '' ? undefined : code;
}
