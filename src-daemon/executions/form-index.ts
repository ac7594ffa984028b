import { createFollowers, type FormFollower } from './form-follower.ts';
import { createPatternMatcher, type PatternMatcher } from './pattern-matcher.ts';

/** What a mask looks for. */
export interface FormIndex {
  matcher: PatternMatcher;
  /** The longest text that the matcher knows: of longer forms their beginnings of this length. */
  beginning: number;
  /** The longer forms that begin so, and what follows each. */
  longerThan(beginning: string): ReadonlyMap<string, () => FormFollower>;
}

/**
 * Prepares the search for many forms. The matcher gets no more than the beginning of a long one, so that a large
 * secret costs neither its length many times over in memory nor as much held back; the rest is followed where it comes.
 */
export function createFormIndex(forms: Iterable<string>, beginning: number): FormIndex {
  const patterns = new Set<string>();
  const long = new Map<string, string[]>();
  for (const form of forms) {
    const start = form.slice(0, beginning);
    patterns.add(start);
    if (form.length === start.length) continue;
    const known = long.get(start);
    if (known === undefined) long.set(start, [form]);
    else known.push(form);
  }
  const prepared = new Map<string, ReadonlyMap<string, () => FormFollower>>();

  return {
    matcher: createPatternMatcher([...patterns]),
    beginning,
    longerThan(start) {
      const known = prepared.get(start);
      if (known !== undefined) return known;
      const forms = long.get(start) ?? [];
      const followers = new Map(forms.map((form) => [form, createFollowers(form, beginning)]));
      prepared.set(start, followers);
      return followers;
    },
  };
}
