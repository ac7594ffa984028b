import { requestLimits } from '../../src-shared/contracts/execute-request.ts';

/** A file of a folder that is copied. */
export interface CollectedFile {
  /** Relative to the folder, separated by `/`. */
  path: string;
  /** Path on this machine, without links below the folder. */
  source: string;
  size: number;
  /** Modification time, epoch ms. */
  modifiedAt: number;
  isExecutable: boolean;
}

export interface CollectedFolder {
  files: CollectedFile[];
  /** Messages about what was left out, for the user. */
  notes: string[];
  /** Absolute paths of the folders that were not read. */
  leftOut: ReadonlySet<string>;
}

const mebibyte = 1024 * 1024;

/** Limits of a folder that is copied into a run. As base64, the files must fit into one request. */
export const folderLimits = {
  files: requestLimits.inputFiles,
  totalBytes: 10 * mebibyte,
  depth: requestLimits.pathDepth,
  /** Number of entries after which a folder that is too large is not read any further. */
  entries: 100_000,
  ignoreFileBytes: mebibyte,
} as const;

/** Use of the files that are collected from a folder: its limits, and its texts in messages. */
export interface FolderUse {
  limits: { files: number; totalBytes: number };
  /** After "too large for". */
  name: string;
  /** The last sentence about a folder that is too large. */
  advice: string;
  /** Returns what to do with a file that usually holds secrets and is left out. */
  adviceForSecrets(path: string): string;
  /** True if a message names what an ignore file leaves out. */
  namesIgnored: boolean;
}

export const runUse: FolderUse = {
  limits: folderLimits,
  name: 'a run',
  advice: 'Name what the program does not need in a file .strongroomignore, in the form of .gitignore.',
  adviceForSecrets: (path) => `Use --env-file ${path}, or copy it with --file ${path}`,
  namesIgnored: false,
};
