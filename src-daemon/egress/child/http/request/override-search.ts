import { type Field, valuesOf } from '../header-fields.ts';
import { formDecoded } from '../names.ts';
import { checkOverride, partLimit } from './method-override.ts';

/** Reads a body byte by byte and remembers a short part of it. */
export interface OverrideSearch {
  /** @throws Refusal */
  read(chunk: Uint8Array): void;
  /** Checks what the end of the body completes. @throws Refusal */
  finish(): void;
}

type Check = (field: { name: string | undefined; value: string }) => void;

const code = (character: string) => character.charCodeAt(0);
const [ampersand, semicolon, equals, newline, colon, comma] = [...'&;=\n:,'].map(code);
const [quote, backslash, open, close, openList, closeList] = [...'"\\{}[]'].map(code);

/**
 * Returns searches for fields of a body by which frameworks replace the method: in forms, and in the outermost object of JSON.
 * There is none for a body of another kind.
 */
export function overrideSearches(methods: readonly string[], fields: readonly Field[]): OverrideSearch[] {
  const check: Check = (field) => checkOverride(methods, field);
  return valuesOf(fields, 'content-type').flatMap((type) => {
    const media = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (media === 'application/x-www-form-urlencoded') return [searchForm(check)];
    if (media === 'multipart/form-data') return [searchMultipart(check)];
    return media === 'application/json' || media.endsWith('+json') ? [searchJson(check)] : [];
  });
}

/** `name=value` pairs between `&`. */
function searchForm(check: Check): OverrideSearch {
  let name: string | undefined;
  let part = '';
  function endPair() {
    if (name !== undefined) check({ name: formDecoded(name), value: formDecoded(part) ?? '' });
    name = undefined;
    part = '';
  }
  return {
    read(chunk) {
      for (const byte of chunk) {
        if (byte === ampersand || byte === semicolon) endPair();
        else if (byte === equals && name === undefined) {
          name = part;
          part = '';
        } else if (part.length < partLimit) part += String.fromCharCode(byte);
      }
    },
    finish: endPair,
  };
}

/** The line after the empty line that ends the head of a part is its value, if the head has the name. */
function searchMultipart(check: Check): OverrideSearch {
  const lineLimit = 1024;
  let line = '';
  let name: string | undefined;
  let isInHead = true;
  let isValue = false;
  function endLine() {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    line = '';
    if (text.startsWith('--')) {
      isInHead = true;
      isValue = false;
      name = undefined;
      return;
    }
    if (isValue) {
      check({ name, value: text });
      isValue = false;
    } else if (isInHead && text === '') {
      isInHead = false;
      isValue = name !== undefined;
    } else if (isInHead) name ??= /\bname\*?\s*=\s*(?:utf-8'')?"?([^";]*)/i.exec(text)?.[1];
  }
  return {
    read(chunk) {
      for (const byte of chunk) {
        if (byte === newline) endLine();
        else if (line.length < lineLimit) line += String.fromCharCode(byte);
      }
    },
    finish: endLine,
  };
}

/** Strings of the outermost object: a name is followed by its value. */
function searchJson(check: Check): OverrideSearch {
  let depth = 0;
  let text: string | undefined;
  let isEscaped = false;
  let name: string | undefined;
  let isValue = false;
  function endString(raw: string) {
    if (depth !== 1) return;
    if (isValue) check({ name, value: unescaped(raw) });
    else name = unescaped(raw);
  }
  function readInside(byte: number, inside: string) {
    if (byte === quote && !isEscaped) {
      text = undefined;
      endString(inside);
      return;
    }
    isEscaped = byte === backslash && !isEscaped;
    if (inside.length < 6 * partLimit) text = inside + String.fromCharCode(byte);
  }
  return {
    read(chunk) {
      for (const byte of chunk) {
        if (text !== undefined) readInside(byte, text);
        else if (byte === quote) text = '';
        else if (byte === open || byte === openList) depth++;
        else if (byte === close || byte === closeList) depth--;
        else if (byte === colon || byte === comma) isValue = byte === colon;
      }
    },
    finish() {},
  };
}

function unescaped(raw: string): string {
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    return raw;
  }
}
