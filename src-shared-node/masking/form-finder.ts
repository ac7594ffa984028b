import type { FormFollower } from './form-follower.ts';
import type { FormIndex } from './form-index.ts';

/** Finds whole forms in one stream of units. A part of a form is never reported. */
export interface FormFinder {
  /** Reads the next unit. Returns the length of the longest form that ends with it; 0 if none does. */
  read(unit: number): number;
  /** Returns true if no form is in progress, so that units where no form begins need not be read. */
  isIdle(): boolean;
}

export function createFormFinder(index: FormIndex): FormFinder {
  const { matcher, beginning } = index;
  let node = 0;
  /** Followers of the long forms that the stream is in the middle of. */
  const followers = new Map<string, FormFollower>();

  /** Reads a unit as part of the long forms. Returns the length of the longest one that ends with it. */
  function follow(unit: number): number {
    let longest = 0;
    for (const [form, follower] of followers) {
      if (follower.read(unit)) longest = Math.max(longest, form.length);
      if (follower.isLost()) followers.delete(form);
    }
    return longest;
  }

  return {
    read(unit) {
      const followed = followers.size === 0 ? 0 : follow(unit);
      node = matcher.step(node, unit);
      const length = matcher.matched(node);
      const begun = length < beginning ? undefined : index.beginningAt(node);
      if (begun === undefined) return Math.max(followed, length);
      // An existing follower handles this occurrence as well.
      for (const [form, newFollower] of begun.forms()) if (!followers.has(form)) followers.set(form, newFollower());
      return Math.max(followed, begun.whole);
    },
    isIdle: () => node === 0 && followers.size === 0,
  };
}
