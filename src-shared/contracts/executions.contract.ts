import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { ErrorBody } from '../error-body.ts';
import { queryInteger, timestamp } from '../fields.ts';
import { OutputPart, programEnds, programFields } from '../program-result.ts';
import { EngineLocation } from './engine-location.ts';
import { ExecuteRequest } from './execute-request.ts';
import { executionFilter, runStatusNames } from './executions/execution-filter.ts';
import { historyFields } from './executions/history-fields.ts';
import { hintsField } from './hints.ts';
import { NetworkEventData } from './network/network-events.ts';
import { NetworkDecision, RunNetworkReport } from './network/network-report.ts';

export const ResultFile = z
  .strictObject({
    path: z.string(),
    size: z.int().meta({ description: 'Size in bytes.' }),
    mediaType: z.string(),
    content: z.string().optional(),
    encoding: z.enum(['utf8', 'base64']).optional(),
  })
  .meta({ id: 'ResultFile', description: 'A regular file that the program left in its working directory.' });
export type ResultFile = z.infer<typeof ResultFile>;

export const OutputGap = z
  .strictObject({
    line: z.int().min(1).meta({ description: 'Number, from 1, of the line that replaces the missing bytes.' }),
    bytes: z.int().min(1).meta({ description: 'Number of missing bytes of the output.' }),
  })
  .meta({
    id: 'OutputGap',
    description: 'With `outputKeep: "ends"`: position of the part of a stream that was left out.',
  });
export type OutputGap = z.infer<typeof OutputGap>;

export const RunPackage = z
  .strictObject({ name: z.string(), version: z.string() })
  .meta({ id: 'RunPackage', description: 'A package of a run, with the installed version.' });
export type RunPackage = z.infer<typeof RunPackage>;

const runFields = {
  id: z.string(),
  language: z.string(),
  ...programFields,
  stdoutGap: OutputGap.optional(),
  stderrGap: OutputGap.optional(),
  durationMs: z.number(),
  queuedMs: z.number(),
  startupMs: z.number(),
  memoryPeakBytes: z.int().optional(),
  files: z.array(ResultFile),
  engine: z.string(),
  place: EngineLocation,
  notices: z.array(z.string()).optional().meta({
    description: 'Messages for users about differences from the request, such as packages that are not installed.',
  }),
  packages: z.array(RunPackage).optional().meta({
    description: 'Packages that the code declares or the request names, with the installed versions; absent: none.',
  }),
  ...hintsField,
};

export const ExecuteResponse = z.strictObject({ ...runFields, status: z.enum(programEnds) }).meta({
  id: 'ExecuteResponse',
  description: 'A failed program is still a successful request; `status` has the result.',
});
export type ExecuteResponse = z.infer<typeof ExecuteResponse>;

export const Execution = z
  .strictObject({
    ...runFields,
    status: z.enum(runStatusNames),
    createdAt: timestamp(),
    source: z.string(),
    ...historyFields,
    request: ExecuteRequest.optional().meta({
      description: 'The original request, so that the run can be repeated; absent in lists and for vault runs.',
    }),
  })
  .meta({
    id: 'Execution',
    description:
      'In a list, each stream is cut to 4 KiB and files have no content. A run with `outputEncoding: "base64"` has text here, ' +
      'unless its output is not UTF-8.',
  });
export type Execution = z.infer<typeof Execution>;

/** Data of the events `stdout` and `stderr`. */
export const OutputEventData = OutputPart.extend({
  missingBytes: z.int().min(1).optional().meta({
    description: 'If present, the text is a line that replaces this number of omitted bytes of output.',
  }),
});
export type OutputEventData = z.infer<typeof OutputEventData>;
/** Data of the event `printed`. */
export const PrintedEventData = z.strictObject({ stdoutBytes: z.int(), stderrBytes: z.int() }).meta({
  description:
    'With `outputKeep: "ends"`, once the first 512 KiB were sent: number of bytes printed so far. The last 512 KiB follow ' +
    'at the end of the run.',
});

/** Data of the event `installing`. */
export const InstallingEventData = z.strictObject({ packages: z.array(z.string()) }).meta({
  description: 'The run waits until these packages, which it requested itself, are installed. This happens once.',
});
/** Data of the event `install_log`. */
export const InstallLogEventData = z
  .strictObject({ text: z.string() })
  .meta({ description: 'A line of the installer.' });
/** Data of the event `installed`. */
export const InstalledEventData = z.strictObject({ packages: z.array(RunPackage) }).meta({
  description: 'The packages of `installing` are installed, and the run waits for a sandbox.',
});

/** Events of a run's stream, by name. The SSE `id` is one sequence over all of them. */
export const ExecutionEvent = z
  .discriminatedUnion('event', [
    z.strictObject({ event: z.literal('started'), data: z.strictObject({ id: z.string() }) }),
    z.strictObject({ event: z.literal('installing'), data: InstallingEventData }),
    z.strictObject({ event: z.literal('install_log'), data: InstallLogEventData }),
    z.strictObject({ event: z.literal('installed'), data: InstalledEventData }),
    z.strictObject({ event: z.literal('stdout'), data: OutputEventData }),
    z.strictObject({ event: z.literal('stderr'), data: OutputEventData }),
    z.strictObject({ event: z.literal('printed'), data: PrintedEventData }),
    z.strictObject({ event: z.literal('network'), data: NetworkEventData }),
    z.strictObject({ event: z.literal('file'), data: ResultFile }),
    z.strictObject({ event: z.literal('finished'), data: ExecuteResponse }),
    z.strictObject({ event: z.literal('error'), data: ErrorBody }),
  ])
  .meta({ id: 'ExecutionEvent' });
export type ExecutionEvent = z.infer<typeof ExecutionEvent>;

const executionParams = z.strictObject({ id: z.string() });

/** Headers of a request that starts a run. */
export const RetryHeaders = z.strictObject({
  'Idempotency-Key': z
    .string()
    .max(128)
    .regex(/^[\x21-\x7e]+$/, { error: 'must have 1 to 128 printable ASCII characters without spaces' })
    .optional()
    .meta({
      description:
        'A name for this request, such as a UUID. The same request with the same name and credential starts no second run: it is ' +
        'answered when the first one has ended, so that a client whose connection was closed can ask again.',
      examples: ['0199aa2e-6c3f-7d08-9d64-3f2a7c1b5e90'],
    }),
});

export const execute = defineEndpoint({
  method: 'POST',
  path: '/api/v1/execute',
  tag: 'Executions',
  summary: 'Execute code',
  description:
    'Runs the code in its own container and answers when the run has ended. With `Accept: text/event-stream`, the output ' +
    'is streamed. A run continues when the connection of its JSON request is closed: cancel it by its id. A closed stream can be ' +
    'resumed for 60 s.',
  access: 'execute',
  headers: RetryHeaders,
  body: ExecuteRequest,
  replies: { 200: ExecuteResponse },
  stream: { events: ExecutionEvent },
  errors: [
    'unknown_language',
    'environment_too_large',
    'unknown_secret',
    'secrets_must_be_named',
    'network_not_allowed',
    'cluster_not_allowed',
    'secret_not_bound',
    'secret_proxy_only',
    'not_approved',
    'packages_not_supported',
    'packages_failed',
    'queue_full',
    'queue_timeout',
    'engine_unavailable',
    'capacity_unavailable',
    'run_interrupted',
    'language_not_installed',
    'language_needs_docker',
    'memory_needs_docker',
    'egress_unavailable',
  ],
});

export const listExecutions = defineEndpoint({
  method: 'GET',
  path: '/api/v1/executions',
  tag: 'Executions',
  summary: 'List executions',
  description:
    'Newest first. Pass `nextBefore` of a page as `before` to get the next page. Each request of a search examines at most ' +
    '2,000 runs, so a page can have fewer runs than `limit`, or none, while `nextBefore` is not null: continue there. A key that cannot use every secret ' +
    '(because of `secretNames` or without the scope `secrets`) sees only its own runs, here and by id. To see other runs ' +
    'it needs the scope `audit`.',
  access: 'execute',
  query: z.strictObject({
    ...executionFilter,
    limit: queryInteger(1, 200).optional(),
    before: queryInteger(1, Number.MAX_SAFE_INTEGER).optional(),
  }),
  replies: {
    200: z
      .strictObject({ executions: z.array(Execution), nextBefore: z.int().nullable() })
      .meta({ id: 'ExecutionPage' }),
  },
});

export const readExecution = defineEndpoint({
  method: 'GET',
  path: '/api/v1/executions/:id',
  tag: 'Executions',
  summary: 'Read an execution',
  description: 'The whole run with its output and, except for vault runs, its request.',
  access: 'execute',
  params: executionParams,
  replies: { 200: Execution },
  errors: ['execution_not_found'],
});

export const cancelExecution = defineEndpoint({
  method: 'POST',
  path: '/api/v1/executions/:id/cancel',
  tag: 'Executions',
  summary: 'Cancel an execution',
  description: 'Answers when the run has ended. A key that cannot use every secret can cancel only its own runs.',
  access: 'execute',
  params: executionParams,
  replies: { 200: Execution },
  errors: ['execution_not_found', 'execution_finished'],
});

export const readExecutionEvents = defineEndpoint({
  method: 'GET',
  path: '/api/v1/executions/:id/events',
  tag: 'Executions',
  summary: 'Resume the stream of an execution',
  description: 'Continues after the event in `Last-Event-ID`; without it, starts with the first event.',
  access: 'execute',
  params: executionParams,
  replies: { 200: 'empty' },
  stream: { events: ExecutionEvent, always: true },
  errors: ['execution_not_found'],
});

export const readExecutionFile = defineEndpoint({
  method: 'GET',
  path: '/api/v1/executions/:id/files/*path',
  tag: 'Executions',
  summary: 'Download a file that an execution left',
  description:
    'Sent as an attachment. The media type is detected from the content (`mediaType` of the file), else it is ' +
    '`application/octet-stream`.',
  access: 'execute',
  params: z.strictObject({ id: z.string(), path: z.array(z.string()) }),
  replies: { 200: 'file' },
  errors: ['execution_not_found', 'file_not_found'],
});

export const readExecutionNetwork = defineEndpoint({
  method: 'GET',
  path: '/api/v1/executions/:id/network',
  tag: 'Executions',
  summary: "Read an execution's connections and requests",
  description:
    'For a run with network rules: totals per host, and up to 1,000 requests of intercepted connections, without queries. ' +
    'While the run is in progress, the answer has what happened so far.',
  access: 'execute',
  params: executionParams,
  replies: { 200: RunNetworkReport },
  errors: ['execution_not_found'],
});

export const decideConnection = defineEndpoint({
  method: 'POST',
  path: '/api/v1/executions/:id/network/decisions',
  tag: 'Executions',
  summary: 'Allow or refuse held connections',
  description:
    'Decides about the connections of a run with `onBlocked: "ask"` to one host and port, for the rest of the run. The host ' +
    'must lie within the setting `network.ceiling` and the hosts of the API key.',
  access: 'execute',
  params: executionParams,
  body: NetworkDecision,
  replies: { 200: z.strictObject({ decided: z.int().meta({ description: 'Number of held connections.' }) }) },
  errors: ['execution_not_found', 'execution_finished', 'network_not_allowed'],
});
