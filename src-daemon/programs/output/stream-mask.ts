import type { FormFollower } from './form-follower.ts';
import type { FormIndex } from './form-index.ts';
import { textUnits } from './output-units.ts';

/** Masks one stream incrementally. The joined result does not depend on how the stream is split into chunks. */
export interface StreamMask {
  /** Adds text and returns the text that is certain. It holds back an end that may be the beginning of a value. */
  push(text: string): string;
  /**
   * Returns the text that was held back, at the end of the stream. For a cut stream it is dropped, because it may be the
   * beginning of a value.
   */
  finish(truncated: boolean): string;
  /**
   * Drops the text that was read and not returned yet. A value that continues after it is still masked. Returns the number
   * of dropped bytes.
   */
  conceal(): number;
}

const stars = '***';

export function createStreamMask(index: () => FormIndex, { sizeOf } = textUnits): StreamMask {
  let node = 0;
  /** Followers of the long forms that the stream is in the middle of. */
  const followers = new Map<string, FormFollower>();
  /** Text that was read and not returned yet. */
  let held = '';
  /** Masked ranges of `held`, in order and disjoint. */
  let masked: [from: number, to: number][] = [];
  /** Number of characters at the beginning of `held` that are never returned. */
  let concealed = 0;
  /** The last returned character was masked. */
  let isInMask = false;

  return {
    push(text) {
      const forms = index();
      const start = held.length;
      held += text;
      for (let at = start; at < held.length; at++) read(at, forms);
      return release(held.length - forms.matcher.pending(node));
    },
    finish(truncated) {
      const rest = release(truncated ? 0 : held.length);
      held = '';
      return rest;
    },
    conceal() {
      const bytes = sizeOf(held.slice(concealed));
      concealed = held.length;
      isInMask = false;
      return bytes;
    },
  };

  function read(at: number, { matcher, beginning, longerThan }: FormIndex): void {
    const unit = held.charCodeAt(at);
    for (const [form, follower] of followers) {
      if (follower.follows(unit)) cover(at, at + 1);
      else followers.delete(form);
    }
    node = matcher.step(node, unit);
    const length = matcher.matched(node);
    if (length === 0) return;
    const from = at + 1 - length;
    cover(from, at + 1);
    if (length < beginning) return;
    // An existing follower handles this occurrence as well.
    for (const [form, follow] of longerThan(held.slice(from, at + 1)))
      if (!followers.has(form)) followers.set(form, follow());
  }

  /** Masks a range of `held`. A match never begins before the text that was held back for it. */
  function cover(from: number, to: number): void {
    let first = from;
    for (let last = masked.at(-1); last !== undefined && last[1] >= first; last = masked.at(-1)) {
      first = Math.min(first, last[0]);
      masked.pop();
    }
    masked.push([first, to]);
  }

  function release(end: number): string {
    let out = '';
    let at = Math.min(concealed, end);
    for (const [from, to] of masked) {
      if (from >= end) break;
      if (to <= at) continue;
      if (from > at) {
        out += held.slice(at, from);
        isInMask = false;
      }
      if (!isInMask) out += stars;
      isInMask = true;
      at = Math.min(to, end);
    }
    if (at < end) {
      out += held.slice(at, end);
      isInMask = false;
    }
    held = held.slice(end);
    concealed = Math.max(0, concealed - end);
    masked = masked.filter(([, to]) => to > end).map(([from, to]) => [Math.max(0, from - end), to - end]);
    return out;
  }
}
