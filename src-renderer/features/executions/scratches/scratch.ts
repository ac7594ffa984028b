import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import type { RunDraft } from '../options/run-draft.ts';
import type { RunOwner } from '../run-owner.ts';
import { isUntouched } from '../samples/samples.ts';

/** `first`, or 1 to 16 lower-case letters and digits. */
export type ScratchId = string;

/** A program of the Run screen that is not stored in the vault. */
export interface Scratch {
  id: ScratchId;
  /** Number in its title, from 1. */
  number: number;
  /** Name of the file that it was opened from. */
  name: string | undefined;
  /** Id of the newest run that this window or an earlier one started. */
  lastRun: string | undefined;
  draft: RunDraft;
}

/** Returns the owner of the runs of a scratch. */
export const ownerOf = (id: ScratchId): RunOwner => `scratch:${id}`;

/** Returns the ids of the drafts of a scratch: the code with its options, and the files, which are large and rarely change. */
export function draftIdsOf(id: ScratchId): readonly [code: string, files: string] {
  // The first one has the ids of the only draft that earlier versions had.
  return id === 'first' ? ['run', 'run.files'] : [`run:${id}`, `run.files:${id}`];
}

/** Returns the scratch that a draft belongs to; undefined for other drafts. */
export function scratchOfDraft(draftId: string): { id: ScratchId; part: 'code' | 'files' } | undefined {
  if (draftId === 'run' || draftId === 'run.files') return { id: 'first', part: draftId === 'run' ? 'code' : 'files' };
  const [kind, id] = draftId.split(':');
  if (id === undefined || (kind !== 'run' && kind !== 'run.files')) return undefined;
  return { id, part: kind === 'run' ? 'code' : 'files' };
}

const longestTitle = 40;
const commentMarks = ['#', '//', '--', ';'];

/** Returns the title of a tab: the file's name, else the comment in the first lines of the code, else "scratch 2". */
export function titleOf({ name, number, draft: { code } }: Scratch): string {
  return visibleLine(name ?? commentOf(code) ?? `scratch ${number}`);
}

function commentOf(code: string): string | undefined {
  if (isUntouched(code)) return undefined;
  const lines = code.slice(0, 400).split('\n', 3);
  const first = lines.find((line) => line.trim() !== '' && !line.startsWith('#!'))?.trim();
  if (first === undefined || !commentMarks.some((mark) => first.startsWith(mark))) return undefined;
  const text = withoutMarks(first);
  if (text === '' || text.startsWith('strongroom:')) return undefined;
  return text.length > longestTitle ? `${text.slice(0, longestTitle - 1).trimEnd()}…` : text;
}

function withoutMarks(line: string): string {
  let from = 0;
  while (from < line.length && '#/;-! '.includes(line.charAt(from))) from++;
  return line.slice(from).trim();
}
