import type { SlicedWork } from '../sliced-work.ts';
import { createFollowers, type FormFollower } from './form-follower.ts';
import { createPatternMatcher, type PatternMatcher } from './pattern-matcher.ts';

/** Index of the texts that a mask searches for. */
export interface FormIndex {
  matcher: PatternMatcher;
  /** Maximum length of a pattern in the matcher. Of a longer form, the matcher contains its beginning of this length. */
  beginning: number;
  /** Returns the beginning of longer forms that ends at a node; undefined if none does. */
  beginningAt(node: number): LongBeginning | undefined;
}

/** Beginning of one or more forms that are longer than the patterns of the matcher. */
export interface LongBeginning {
  /** Length of the longest whole form that ends where this beginning does; 0 if none does. */
  whole: number;
  /** Returns the forms, each with a function that creates its follower. */
  forms(): ReadonlyMap<string, () => FormFollower>;
}

/** Number of forms between two pauses. */
const pause = 500;

/**
 * Prepares the search for many forms. The matcher contains only the beginning of a long form, so that a large secret needs
 * little memory. The rest of a long form is followed after its beginning was found.
 */
export function* createFormIndex(forms: Iterable<string>, beginning: number): SlicedWork<FormIndex> {
  const patterns = new Set<string>();
  const wholes = new Set<string>();
  const long = new Map<string, string[]>();
  let read = 0;
  for (const form of forms) {
    if (++read % pause === 0) yield;
    const start = form.slice(0, beginning);
    patterns.add(start);
    if (form.length === start.length) {
      if (form.length === beginning) wholes.add(form);
      continue;
    }
    const known = long.get(start);
    if (known === undefined) long.set(start, [form]);
    else known.push(form);
  }
  const matcher = yield* createPatternMatcher([...patterns]);
  const beginnings = new Map<number, LongBeginning>();
  for (const [start, followed] of long) {
    if (++read % pause === 0) yield;
    // Patterns that end within the beginning are shorter than it, and so are whole forms.
    const whole = wholes.has(start) ? beginning : matcher.matched(nodeAfter(matcher, start.slice(1)));
    beginnings.set(nodeAfter(matcher, start), { whole, forms: followersOf(followed, beginning) });
  }
  return { matcher, beginning, beginningAt: (node) => beginnings.get(node) };
}

function nodeAfter({ step }: PatternMatcher, text: string): number {
  let node = 0;
  for (let at = 0; at < text.length; at++) node = step(node, text.charCodeAt(at));
  return node;
}

/** Prepares the followers of forms when they are first needed. */
function followersOf(forms: readonly string[], beginning: number): LongBeginning['forms'] {
  let prepared: ReadonlyMap<string, () => FormFollower> | undefined;
  return () => {
    prepared ??= new Map(forms.map((form) => [form, createFollowers(form, beginning)]));
    return prepared;
  };
}
