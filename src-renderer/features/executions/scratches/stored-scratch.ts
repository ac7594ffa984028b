import { z } from 'zod';
import { StoredFiles, StoredOptions, storedProfiles } from '../options/options-draft.ts';
import { emptyDraft, isUntouchedDraft, type RunDraft } from '../options/run-draft.ts';
import type { Scratch } from './scratch.ts';

const StoredCode = StoredOptions.extend({
  ...storedProfiles,
  language: z.string(),
  code: z.string(),
  entry: z.string().optional(),
  // A draft of an earlier version has none.
  input: z.enum(['auto', 'ask', 'none']).default('auto'),
});

/** The list of open scratches. Their code is in drafts of their own. */
const StoredTabs = z.object({
  open: z
    .array(
      z.object({
        id: z.string().regex(/^[a-z0-9]{1,16}$/),
        number: z.int().min(1),
        name: z.string().optional(),
        lastRun: z.string().optional(),
      }),
    )
    .max(100),
  shown: z.string(),
});
export type StoredTabs = z.infer<typeof StoredTabs>;

/** Returns the text of the draft with the code; undefined for an unchanged sample, which needs none. */
export function codeTextOf({ files: _, ...rest }: RunDraft): string | undefined {
  const isEmpty = rest.language === emptyDraft.language && isUntouchedDraft({ ...rest, files: [] });
  return isEmpty ? undefined : JSON.stringify(StoredCode.parse(rest));
}

/** Returns the text of the draft with the files; undefined if there are none. */
export const filesTextOf = ({ files }: RunDraft): string | undefined =>
  files.length === 0 ? undefined : JSON.stringify(files);

/** Returns the text of the list of open scratches; undefined while there is only the first one. */
export function tabsTextOf(open: readonly Scratch[], shown: string): string | undefined {
  const [only] = open;
  if (open.length === 1 && only?.id === 'first' && only.name === undefined && only.lastRun === undefined)
    return undefined;
  const tabs = {
    // A field without a value is left out of JSON.
    open: open.map(({ id, number, name, lastRun }) => ({ id, number, name, lastRun })),
    shown,
  };
  return JSON.stringify(tabs);
}

/** Returns the part of a scratch that a draft holds; the default part without a draft. @throws Error for an unknown format */
export function readScratchPart(part: 'code' | 'files', text: string | undefined): Partial<RunDraft> {
  const { files, ...rest } = emptyDraft;
  const kept: unknown = text === undefined ? undefined : JSON.parse(text);
  if (part === 'files') return { files: kept === undefined ? files : StoredFiles.parse(kept) };
  return kept === undefined ? rest : { ...rest, ...StoredCode.parse(kept) };
}

/** Returns the list of open scratches; an empty one without a draft. @throws Error for an unknown format */
export const readTabs = (text: string | undefined): StoredTabs =>
  text === undefined ? { open: [], shown: 'first' } : StoredTabs.parse(JSON.parse(text));
