import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { ErrorBody } from '../../error-body.ts';
import { timestamp } from '../../fields.ts';
import { InstalledEventData, InstallingEventData, InstallLogEventData, RunPackage } from '../executions.contract.ts';
import { Network } from '../network/network-rules.ts';
import { CreateSandboxRequest, IdleTimeout, Lifetime } from './create-request.ts';

/** Id of a sandbox: a valid DNS label. */
export const SandboxId = z.string().regex(/^sbx[a-z2-7]{26}$/, { error: 'must be the id of a sandbox' });

/** The reason why a sandbox ended. */
export const sandboxEndReasons = [
  'deleted',
  'idle',
  'lifetime',
  'credential_ended',
  'account_ended',
  'out_of_memory',
  'stopped',
  'engine_lost',
  'daemon_stopped',
] as const;
export const SandboxEndReason = z.enum(sandboxEndReasons).meta({
  id: 'SandboxEndReason',
  description:
    '`credential_ended`: the login or API key that created it ended (logout, expiry, revocation, a changed password). ' +
    '`out_of_memory`, `stopped`: the container exited. `engine_lost`: Docker stopped answering. `daemon_stopped`: the ' +
    'daemon stopped, or died.',
});
export type SandboxEndReason = z.infer<typeof SandboxEndReason>;

export const SandboxUsage = z
  .strictObject({
    memoryBytes: z.int(),
    memoryPeakBytes: z.int(),
    processes: z.int(),
    diskBytes: z.int().meta({ description: 'Size of the working directory.' }),
    diskUsedBytes: z.int(),
  })
  .meta({
    id: 'SandboxUsage',
    description: 'Current use. Only in the answer of `GET /api/v1/sandboxes/:id`, and absent while it is paused.',
  });

export const Sandbox = z
  .strictObject({
    id: z.string(),
    language: z.string(),
    status: z.enum(['running', 'paused']),
    memoryMb: z.int(),
    diskMb: z.int(),
    network: Network,
    secretNames: z.array(z.string()),
    packages: z.int().meta({ description: 'Number of installed packages that its programs can import.' }),
    withPackages: z.array(RunPackage).optional().meta({
      description: 'Packages that the request named, with the installed versions; absent: none.',
    }),
    metadata: z.record(z.string(), z.string()),
    idleTimeoutMs: z.int(),
    maxLifetimeMs: z.int(),
    createdAt: timestamp(),
    expiresAt: timestamp().meta({ description: 'End of its lifetime, or of its idle time if nothing happens before.' }),
    queuedMs: z.int(),
    startupMs: z.int(),
    source: z.string(),
    usage: SandboxUsage.optional(),
    notices: z.array(z.string()).optional(),
  })
  .meta({ id: 'Sandbox' });
export type Sandbox = z.infer<typeof Sandbox>;

/** Events of the creation of a sandbox. */
export const SandboxCreationEvent = z
  .discriminatedUnion('event', [
    z.strictObject({
      event: z.literal('installing'),
      data: InstallingEventData.meta({
        description: 'The creation waits until these packages, which it requested itself, are installed.',
      }),
    }),
    z.strictObject({ event: z.literal('install_log'), data: InstallLogEventData }),
    z.strictObject({
      event: z.literal('installed'),
      data: InstalledEventData.meta({ description: 'The packages of `installing` are installed.' }),
    }),
    z.strictObject({ event: z.literal('created'), data: Sandbox }),
    z.strictObject({ event: z.literal('error'), data: ErrorBody }),
  ])
  .meta({ id: 'SandboxCreationEvent' });
export type SandboxCreationEvent = z.infer<typeof SandboxCreationEvent>;

export const sandboxParams = z.strictObject({ id: SandboxId });
/** Errors of every operation on an existing sandbox. */
export const sandboxErrors = ['sandbox_not_found', 'sandbox_ended', 'forbidden', 'engine_unavailable'] as const;
/** Errors of every operation on a running sandbox. */
export const runningErrors = [...sandboxErrors, 'cluster_not_allowed', 'sandbox_paused', 'too_many_channels'] as const;
const tag = 'Sandboxes';

export const createSandbox = defineEndpoint({
  method: 'POST',
  path: '/api/v1/sandboxes',
  tag,
  summary: 'Create a sandbox',
  description:
    'Creates a container that one account uses until it is deleted, idle or at the end of its lifetime. Until then it ' +
    'holds its memory and a run slot. It requires Docker. A client that disconnects before the answer cancels the creation. ' +
    'With `Accept: text/event-stream`, the installation of `withPackages` is streamed, and the event `created` is the answer. ' +
    'An API key that may not use all secrets of the sandbox cannot use it: every operation answers as if it did not exist.',
  access: 'execute',
  body: CreateSandboxRequest.optional(),
  replies: { 201: Sandbox },
  stream: { events: SandboxCreationEvent },
  errors: [
    'unknown_language',
    'environment_too_large',
    'unknown_secret',
    'secrets_must_be_named',
    'network_not_allowed',
    'cluster_not_allowed',
    'secret_not_bound',
    'secret_proxy_only',
    'egress_unavailable',
    'packages_not_supported',
    'packages_failed',
    'sandbox_needs_docker',
    'too_many_sandboxes',
    'sandbox_capacity_full',
    'queue_full',
    'queue_timeout',
    'engine_unavailable',
    'capacity_unavailable',
    'language_not_installed',
    'packages_unavailable',
    'sandbox_ended',
    'sandbox_disk_full',
  ],
});

export const listSandboxes = defineEndpoint({
  method: 'GET',
  path: '/api/v1/sandboxes',
  tag,
  summary: 'List sandboxes',
  description:
    'The sandboxes that exist, newest first. A key that may not use all secrets of a sandbox does not see it.',
  access: 'execute',
  replies: { 200: z.strictObject({ sandboxes: z.array(Sandbox) }).meta({ id: 'SandboxList' }) },
});

export const readSandbox = defineEndpoint({
  method: 'GET',
  path: '/api/v1/sandboxes/:id',
  tag,
  summary: 'Read a sandbox',
  description: 'With its current use of memory, disk and processes. It does not count as use for `idleTimeoutMs`.',
  access: 'execute',
  params: sandboxParams,
  replies: { 200: Sandbox },
  errors: sandboxErrors,
});

export const extendSandbox = defineEndpoint({
  method: 'PATCH',
  path: '/api/v1/sandboxes/:id',
  tag,
  summary: 'Extend a sandbox',
  description:
    'Changes the time limits. The idle time begins again; the lifetime counts from the creation, and must not have passed ' +
    'already.',
  access: 'execute',
  params: sandboxParams,
  body: z
    .strictObject({ idleTimeoutMs: IdleTimeout.optional(), maxLifetimeMs: Lifetime.optional() })
    .meta({ id: 'ExtendSandboxRequest', examples: [{ idleTimeoutMs: 3_600_000 }] }),
  replies: { 200: Sandbox },
  errors: sandboxErrors,
});

export const deleteSandbox = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/sandboxes/:id',
  tag,
  summary: 'Delete a sandbox',
  description: 'Ends all its processes and removes its files. Answers when the container no longer exists.',
  access: 'execute',
  params: sandboxParams,
  replies: { 204: 'empty' },
  errors: sandboxErrors,
});

export const pauseSandbox = defineEndpoint({
  method: 'POST',
  path: '/api/v1/sandboxes/:id/pause',
  tag,
  summary: 'Pause a sandbox',
  description:
    'Freezes all processes. Variables and files stay in memory; it uses no processor time. It keeps its slot, and its idle ' +
    'time and lifetime continue. Requests in progress, and time limits that have passed, wait until it is resumed. Pausing a ' +
    'paused sandbox changes nothing.',
  access: 'execute',
  params: sandboxParams,
  replies: { 200: Sandbox },
  errors: sandboxErrors,
});

export const resumeSandbox = defineEndpoint({
  method: 'POST',
  path: '/api/v1/sandboxes/:id/resume',
  tag,
  summary: 'Resume a sandbox',
  description: 'Continues all processes. Resuming a running sandbox changes nothing.',
  access: 'execute',
  params: sandboxParams,
  replies: { 200: Sandbox },
  errors: sandboxErrors,
});
