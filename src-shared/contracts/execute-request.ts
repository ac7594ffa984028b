import { z } from 'zod';
import { text, textOfBytes, utf8Length } from '../fields.ts';
import { isBase64 } from '../formats/base64.ts';
import { inlineLimits } from '../formats/inline-packages/inline-packages.ts';
import { SecretName } from '../formats/secret-name.ts';
import { GeneratedRun } from './generated-run.ts';
import { Network } from './network/network-rules.ts';

const mebibyte = 1024 * 1024;

/** Limits of one request to run code; limits in bytes count UTF-8. */
export const requestLimits = {
  codeBytes: mebibyte,
  stdinBytes: 8 * mebibyte,
  inputFiles: 256,
  /** Input files plus their folders. The working directory has 4,096 inodes, and the program needs some of them. */
  inputEntries: 4000,
  pathDepth: 16,
  pathSegmentBytes: 255,
  environmentBytes: mebibyte,
  environmentStringBytes: 128 * 1024,
  bodyBytes: 16 * mebibyte,
  /** Limit for operations that require no credential. */
  openBodyBytes: 64 * 1024,
} as const;

const withoutNul = (value: string) => !value.includes('\0');
const nulMessage = { error: 'must not contain a NUL character' };

/** Path of a file, relative to the working directory: `data/in.csv`. */
export const FilePath = textOfBytes(1, 4096)
  .refine(withoutNul, nulMessage)
  .refine((path) => !path.startsWith('/') && !path.includes('\\'), {
    error: 'must be a relative path with / between names',
  })
  .refine((path) => path.split('/').every((name) => name !== '' && name !== '.' && name !== '..'), {
    error: 'must not contain an empty name, . or ..',
  })
  .refine((path) => path.split('/').length <= requestLimits.pathDepth, {
    error: `must be at most ${requestLimits.pathDepth} levels deep`,
    // Later checks list the folders of a path, which must be bounded.
    abort: true,
  })
  .refine((path) => path.split('/').every((name) => utf8Length(name) <= requestLimits.pathSegmentBytes), {
    error: `must have names of at most ${requestLimits.pathSegmentBytes} bytes`,
  });

export const InputFile = z
  .strictObject({
    path: FilePath,
    content: text(),
    encoding: z.enum(['utf8', 'base64']).optional().meta({ description: 'Encoding of `content`; utf8 if absent.' }),
    executable: z
      .boolean()
      .optional()
      .meta({ description: 'Whether a program can execute the file; false if absent.' }),
  })
  .refine((file) => file.encoding !== 'base64' || isBase64(file.content), {
    path: ['content'],
    error: 'must be canonical base64 with padding',
  })
  .meta({ id: 'InputFile' });
export type InputFile = z.infer<typeof InputFile>;

const InputFiles = z
  .array(InputFile)
  .max(requestLimits.inputFiles)
  .superRefine((files, context) => {
    const seen = new Set<string>();
    const folders = new Set(files.flatMap((file) => parentsOf(file.path)));
    if (files.length + folders.size > requestLimits.inputEntries)
      context.addIssue({
        code: 'custom',
        message: `must be at most ${requestLimits.inputEntries} together with their folders`,
      });
    for (const [index, { path }] of files.entries()) {
      if (seen.has(path)) context.addIssue({ code: 'custom', path: [index, 'path'], message: 'is in the list twice' });
      if (folders.has(path))
        context.addIssue({ code: 'custom', path: [index, 'path'], message: 'is also the folder of another file' });
      seen.add(path);
    }
  });

export const EnvironmentName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, {
  error: 'must begin with a letter or _, and then have at most 127 letters, digits or _',
});
export const EnvironmentValue = text().refine(withoutNul, nulMessage);

/** `z.record` silently drops a field `__proto__`, so the request is refused instead. */
const environment = z.preprocess(
  (given, context) => {
    if (typeof given === 'object' && given !== null && Object.hasOwn(given, '__proto__'))
      context.addIssue({ code: 'custom', path: ['__proto__'], message: 'must not be used as the name of a variable' });
    return given;
  },
  z.record(EnvironmentName, EnvironmentValue),
);

/** Options of a run, all optional. */
export const RunOptions = z.strictObject({
  stdin: textOfBytes(0, requestLimits.stdinBytes).optional(),
  args: z.array(text().refine(withoutNul, nulMessage)).max(4096).optional(),
  files: InputFiles.optional(),
  env: environment.optional(),
  secrets: z
    .union([z.literal('all'), z.array(SecretName).max(200)])
    .optional()
    .meta({
      description:
        'Secrets that become environment variables; `all` if absent, none for a run with network access. A secret with `hosts` ' +
        'becomes a placeholder and must be named by a network rule.',
    }),
  packages: z
    .boolean()
    .optional()
    .meta({ description: 'Whether the program can import the packages of the package list; true if absent.' }),
  withPackages: z
    .array(text().min(1).max(inlineLimits.entryCharacters))
    .max(inlineLimits.packages)
    .optional()
    .meta({
      description:
        'Packages that this run needs in addition to the list, such as `requests>=2.31` or `lodash@4.17.21`. They are installed ' +
        'once and then cached, without a change of the list. A package that the list also has gets the version of this field. A ' +
        'key needs the scope `packages`, unless they are installed already.',
    }),
  inlinePackages: z
    .boolean()
    .optional()
    .meta({
      description:
        'Whether the packages that the code itself declares are installed like those of `withPackages`: in a header ' +
        '(`# /// script`, PEP 723) of Python, in comments `// npm: zod@^4` at the beginning of JavaScript and TypeScript. True ' +
        'if absent; false if absent for code that a model writes and that runs without an approval.',
    }),
  timeoutMs: z.int().min(100).max(600_000).optional(),
  compileTimeoutMs: z.int().min(100).max(600_000).optional().meta({
    description:
      'Time limit of the compile step of a compiled language; 60,000 if absent. `timeoutMs` limits the program.',
  }),
  memoryMb: z.int().min(32).max(4096).optional(),
  maxQueueMs: z
    .int()
    .min(0)
    .max(600_000)
    .optional()
    .meta({
      description:
        'Maximum time in the queue; 0 starts the run at once or refuses it. A run that would wait longer is refused with ' +
        '429 `queue_timeout`, and no part of it runs. No limit if absent.',
    }),
  network: Network.optional(),
  outputKeep: z
    .enum(['head', 'ends'])
    .optional()
    .meta({
      description:
        'The part of a stream over 1 MiB that is returned: its first 1 MiB (`head`, the default), or its first and last ' +
        '512 KiB with a line between them that says how much is missing (`ends`).',
    }),
});
export type RunOptions = z.infer<typeof RunOptions>;

/** Options for the streams of a run whose client follows it, in addition to {@link RunOptions}. */
export const streamOptions = {
  openStdin: z
    .boolean()
    .optional()
    .meta({
      description:
        'Keeps the input of the program open: the client sends it to `/executions/:id/stdin` while the program runs, and ends ' +
        'it there. Cannot be used with `stdin`.',
    }),
  outputEncoding: z
    .enum(['utf8', 'base64'])
    .optional()
    .meta({
      description:
        'Encoding of `stdout` and `stderr`, and of the events with output: text (`utf8`, the default), in which bytes that are ' +
        'not UTF-8 become U+FFFD and `stdoutNotUtf8` or `stderrNotUtf8` is set; or the exact bytes in `base64`.',
    }),
  detached: z
    .boolean()
    .optional()
    .meta({
      description:
        'True lets a run continue to its end after its event stream was closed. If absent, it is cancelled 60 s later. The run of ' +
        'a JSON request always continues.',
    }),
};

/** Path of the program of a run or of stored code. */
export const entry = FilePath.optional().meta({
  description:
    'Path of the program in the working directory, such as `src/app.py`, from where it finds the other `files`. Usually ' +
    '`main` with the extension of the language.',
});

export const ExecuteRequest = RunOptions.extend({
  ...streamOptions,
  language: text().min(1).max(64).meta({ description: 'An id or alias of GET /api/v1/languages.' }),
  code: textOfBytes(0, requestLimits.codeBytes),
  entry,
  name: textOfBytes(1, 512)
    .optional()
    .meta({
      description:
        'Name of the program in the history, such as its file; stored sealed. If absent, the history shows `entry`, or the ' +
        'first comment or statement of the code.',
    }),
  keep: z
    .boolean()
    .optional()
    .meta({
      description:
        'False removes the run from the history when it ends: only the answer and its events have the output and the files. The ' +
        'audit log has its entry. True if absent.',
    }),
  generated: GeneratedRun.optional().meta({
    description: 'For code that a model wrote and a person approved. `secrets` then defaults to none.',
  }),
}).meta({ id: 'ExecuteRequest', examples: [{ language: 'python', code: 'print(6 * 7)' }] });
export type ExecuteRequest = z.infer<typeof ExecuteRequest>;

function parentsOf(path: string): string[] {
  const names = path.split('/');
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'));
}
