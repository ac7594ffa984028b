import type { FormFollower } from './form-follower.ts';
import type { FormIndex } from './form-index.ts';

/** Masks one stream as it comes. Joined, the answers are the same however the stream is cut. */
export interface StreamMask {
  /** What is sure by now; it holds back only an end that may be the beginning of a value. */
  push(text: string): string;
  /**
   * What was held back, at the end of the stream. Of a stream that was cut off it is dropped: it may be a value less
   * its last character.
   */
  finish(truncated: boolean): string;
  /**
   * Shows nothing of what was read and not answered yet; a value that goes on from there is masked as ever. Returns how
   * many bytes of UTF-8 that is.
   */
  conceal(): number;
}

const stars = '***';

export function createStreamMask(index: () => FormIndex): StreamMask {
  let node = 0;
  /** Of the long forms that the stream is in the middle of. */
  const followers = new Map<string, FormFollower>();
  /** What was read and not answered yet. */
  let held = '';
  /** The parts of `held` that are masked; in order, apart from each other. */
  let masked: [from: number, to: number][] = [];
  /** So much of the beginning of `held` is never shown. */
  let concealed = 0;
  /** The last character that was answered was a masked one. */
  let isInMask = false;

  return {
    push(text) {
      const looked = index();
      const start = held.length;
      held += text;
      for (let at = start; at < held.length; at++) read(at, looked);
      return release(held.length - looked.matcher.pending(node));
    },
    finish(truncated) {
      const rest = release(truncated ? 0 : held.length);
      held = '';
      return rest;
    },
    conceal() {
      const bytes = Buffer.byteLength(held.slice(concealed));
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
    // One that is followed already knows of this occurrence too.
    for (const [form, follow] of longerThan(held.slice(from, at + 1)))
      if (!followers.has(form)) followers.set(form, follow());
  }

  /** A match never reaches back beyond what was held for it. */
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
