import type { JsonLimits } from '../../core/json-meter.ts';
import { JsonLimitError, parseMeteredJson } from '../../core/metered-json.ts';
import { type ClassifyTag, chooseBlock, looksLikeCode } from './choose-code.ts';
import { createFenceScanner } from './fence-scanner.ts';
import { createJsonCodeReader } from './json-code-reader.ts';
import { createReasoningFilter } from './strip-reasoning.ts';

/** An answer in JSON is one object with a few texts. */
const answerLimits: JsonLimits = { values: 10_000, depth: 64 };

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
 * fenced block, or as the whole answer. The reasoning with which some models begin is skipped.
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
      const kind = classifyTag(tag);
      if (shown === undefined && (kind === 'requested' || kind === 'none')) shown = index;
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
    /** Adds the next part of the message. */
    content: message.push,
    /** Adds the next part of the arguments of a tool call. */
    callArguments(text: string): void {
      calls.push(text);
      call.push(text);
    },
    /** Returns the program; undefined if the answer has none. */
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
