import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { ErrorBody } from '../../error-body.ts';
import { queryBoolean, queryInteger, timestamp } from '../../fields.ts';
import { FilePath } from '../execute-request.ts';
import { Preconditions } from '../preconditions.ts';
import { sandboxLimits } from './sandbox-limits.ts';
import { runningErrors, SandboxId } from './sandboxes.contract.ts';

export const Entry = z
  .strictObject({
    path: z.string().meta({ description: 'Relative to the working directory, with / between names.' }),
    type: z.enum(['file', 'folder', 'link', 'other']),
    size: z.int(),
    mode: z.int().meta({ description: 'POSIX permission bits.' }),
    modifiedAt: timestamp(),
    target: z.string().optional().meta({ description: 'Of a link. Links are listed, and never followed.' }),
  })
  .meta({ id: 'SandboxEntry' });
export type Entry = z.infer<typeof Entry>;

export const WatchEventData = z.strictObject({
  type: z.enum(['created', 'modified', 'deleted', 'attributes', 'lost']),
  path: z.string(),
});

export const WatchStreamEvent = z
  .discriminatedUnion('event', [
    z.strictObject({ event: z.literal('watching'), data: z.strictObject({ path: z.string() }) }),
    z.strictObject({ event: z.literal('change'), data: WatchEventData }),
    z.strictObject({ event: z.literal('error'), data: ErrorBody }),
  ])
  .meta({ id: 'WatchEvent', description: '`lost`: changes were dropped; read the folder again.' });

const sandboxOnly = z.strictObject({ id: SandboxId });
/** A schema as the OpenAPI document has it. */
interface Rendered {
  jsonSchema: Record<string, unknown>;
}

/** The names of a path, one for each segment of the URL; a client may also send `/` as `%2F`. */
const PathOfUrl = z
  .array(z.string())
  .transform((names) => names.join('/'))
  .pipe(FilePath)
  .meta({
    description: 'Path of the file, relative to the working directory. Its `/` can be sent as they are, or as `%2F`.',
    // Express splits the path; for a client it is one text.
    override: ({ jsonSchema }: Rendered) => {
      delete jsonSchema.items;
      Object.assign(jsonSchema, { type: 'string', minLength: 1, maxLength: 4096 });
    },
  });
const fileParams = z.strictObject({ id: SandboxId, path: PathOfUrl });
const pathErrors = ['file_not_found', 'path_is_link', 'wrong_file_type', 'file_not_accessible'] as const;
const errors = [...runningErrors, ...pathErrors] as const;
const writeErrors = [...errors, 'sandbox_disk_full', 'file_exists'] as const;
/** Path of an entry; the working directory itself if absent. */
const optionalPath = FilePath.optional();
const tag = 'Sandbox files';

export const readSandboxFile = defineEndpoint({
  method: 'GET',
  path: '/api/v1/sandboxes/:id/files/*path',
  tag,
  summary: 'Read a file',
  description:
    'Its bytes, streamed as an attachment. The connection breaks if the file cannot be read to the end, for example because ' +
    'the sandbox ends.',
  access: 'execute',
  params: fileParams,
  replies: { 200: 'file' },
  errors,
});

export const writeSandboxFile = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/sandboxes/:id/files/*path',
  tag,
  summary: 'Write a file',
  description:
    'The body is the content, of any media type, streamed. Missing folders are created. The file appears when it is complete ' +
    '(201), or replaces the old one and keeps its mode (200); if the upload is interrupted, nothing changes. A read-only file ' +
    'is not replaced. `If-None-Match: *` refuses an existing file. The body must arrive within two minutes.',
  access: 'execute',
  params: fileParams,
  query: z.strictObject({
    executable: queryBoolean().optional().meta({
      description: 'True: programs can execute the file. False: none can. If absent, a new file is not executable.',
    }),
  }),
  headers: Preconditions.pick({ 'If-None-Match': true }),
  body: 'bytes',
  replies: { 200: Entry, 201: Entry },
  errors: [...errors, 'sandbox_disk_full', 'precondition_failed'],
});

export const deleteSandboxFile = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/sandboxes/:id/files/*path',
  tag,
  summary: 'Delete a file or a folder',
  description: 'A folder with everything in it. A link is removed, not its target.',
  access: 'execute',
  params: fileParams,
  replies: { 204: 'empty' },
  errors,
});

export const listEntries = defineEndpoint({
  method: 'GET',
  path: '/api/v1/sandboxes/:id/entries',
  tag,
  summary: 'List a folder',
  description: 'Its entries, and with `depth` those of the folders in it. Links are listed, and never followed.',
  access: 'execute',
  params: sandboxOnly,
  query: z.strictObject({
    path: optionalPath,
    depth: queryInteger(1, sandboxLimits.listDepth)
      .optional()
      .meta({ description: '1, the direct entries, if absent.' }),
  }),
  replies: {
    200: z
      .strictObject({
        entries: z.array(Entry),
        truncated: z.boolean().meta({ description: 'There are more than 10,000 entries, or 4 MiB of paths.' }),
      })
      .meta({ id: 'SandboxEntryList' }),
  },
  errors,
});

export const readEntry = defineEndpoint({
  method: 'GET',
  path: '/api/v1/sandboxes/:id/entry',
  tag,
  summary: 'Describe a file or a folder',
  description: 'Its type, size, mode and time of change. A link is described itself, not its target.',
  access: 'execute',
  params: sandboxOnly,
  query: z.strictObject({ path: optionalPath }),
  replies: { 200: Entry },
  errors,
});

export const watchEntries = defineEndpoint({
  method: 'GET',
  path: '/api/v1/sandboxes/:id/watch',
  tag,
  summary: 'Watch a folder',
  description:
    'Changes from now on, as an event stream that begins with `watching`. A client that reads too slowly gets `lost`. A ' +
    'new folder is watched from the moment its `created` event is sent. The stream ends with `error` when the sandbox ' +
    'ends. It does not count as use for `idleTimeoutMs`.',
  access: 'execute',
  params: sandboxOnly,
  query: z.strictObject({
    path: optionalPath,
    recursive: queryBoolean().optional(),
  }),
  replies: { 200: 'empty' },
  stream: { events: WatchStreamEvent, always: true },
  errors,
});

export const makeFolder = defineEndpoint({
  method: 'POST',
  path: '/api/v1/sandboxes/:id/folders',
  tag,
  summary: 'Create a folder',
  description: 'With its parents. An existing folder is a success.',
  access: 'execute',
  params: sandboxOnly,
  body: z.strictObject({ path: FilePath }).meta({ id: 'FolderRequest', examples: [{ path: 'data/raw' }] }),
  replies: { 201: Entry },
  errors: writeErrors,
});

export const moveEntry = defineEndpoint({
  method: 'POST',
  path: '/api/v1/sandboxes/:id/moves',
  tag,
  summary: 'Move or rename a file or a folder',
  description: 'The folder of `to` must exist. A link is moved, not its target.',
  access: 'execute',
  params: sandboxOnly,
  body: z
    .strictObject({
      from: FilePath,
      to: FilePath,
      replace: z.boolean().optional().meta({ description: 'Replaces an existing file; false if absent.' }),
    })
    .meta({ id: 'MoveRequest', examples: [{ from: 'draft.csv', to: 'final.csv', replace: true }] }),
  replies: { 200: Entry },
  errors: writeErrors,
});
