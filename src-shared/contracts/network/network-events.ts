import { z } from 'zod';

/** Reasons why a connection or a request was refused or failed. */
export const blockedReasons = [
  'name_not_allowed',
  'port_not_allowed',
  'denied',
  'name_not_found',
  'closed_address',
  'connect_failed',
  'not_tls',
  'sni_mismatch',
  'host_mismatch',
  'bad_request',
  'method_not_allowed',
  'path_not_allowed',
  'websocket_not_allowed',
  'placeholder_misplaced',
  'secret_unusable',
  'secret_missing',
  'other_credential',
  'bad_certificate',
  'bad_response',
  'too_large',
  'timeout',
  'limit',
] as const;
export type BlockedReason = (typeof blockedReasons)[number];

/** Reasons outside of the rules: the host does not exist, does not answer, or answers what cannot be used. */
const failures: ReadonlySet<BlockedReason> = new Set([
  'name_not_found',
  'connect_failed',
  'bad_certificate',
  'bad_response',
  'timeout',
]);

/** Returns true if a connection failed on its own, and false if the rules or a limit refused it. */
export const isFailure = (reason: BlockedReason): boolean => failures.has(reason);

/** Reasons of a connection that a further rule would allow. */
const withoutRule: ReadonlySet<BlockedReason> = new Set(['name_not_allowed', 'port_not_allowed', 'denied']);

/** Returns true if a rule for the host and port would allow the connection. */
export const lacksRule = (reason: BlockedReason): boolean => withoutRule.has(reason);

export const networkPhases = ['open', 'request', 'close', 'blocked', 'held'] as const;

/** Data of the event `network`: one step of one connection of a program. It has no path, query or value. */
export const NetworkEventData = z
  .strictObject({
    id: z.int().meta({ description: 'Number of the connection within the run.' }),
    phase: z.enum(networkPhases),
    host: z.string(),
    port: z.int(),
    rule: z.int().nullable().meta({ description: 'Index of the rule in `allow`; null if no rule allowed it.' }),
    method: z.string().optional(),
    status: z.int().optional(),
    bytesIn: z.int().meta({ description: 'Bytes from the host so far.' }),
    bytesOut: z.int().meta({ description: 'Bytes to the host so far.' }),
    masked: z.int().optional().meta({
      description: 'Number of values of secrets that were masked in responses so far; absent: none.',
    }),
    secrets: z.array(z.string()).optional().meta({ description: 'Names of the secrets that the request contained.' }),
    reason: z
      .enum(blockedReasons)
      .optional()
      .meta({
        description:
          'Of the phase `blocked`: `name_not_found`, `connect_failed`, `bad_certificate`, `bad_response` and `timeout` are failures, ' +
          'all others are refusals.',
      }),
  })
  .meta({ id: 'NetworkEvent' });
export type NetworkEventData = z.infer<typeof NetworkEventData>;
