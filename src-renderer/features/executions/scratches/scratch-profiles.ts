import type { RunDraft } from '../options/run-draft.ts';

/**
 * Returns a draft whose profile was changed, with the files of the scratch. All profiles of a scratch have the same files: they are
 * in a draft of their own, because they are large, and would be sealed again with each change of the code.
 */
export function withFilesOf({ files }: RunDraft, next: RunDraft): RunDraft {
  const others = next.others.map(({ name, options }) => ({ name, options: { ...options, files: [] } }));
  return { ...next, files, others };
}
