import { z } from 'zod';
import { HostPattern } from './host-pattern.ts';
import { blockedReasons } from './network-events.ts';

const Count = z.int().nonnegative();

/** Totals of the connections to one host and port by one rule. */
export const NetworkTotal = z
  .strictObject({
    host: z.string(),
    port: z.int(),
    rule: z.int().nullable().meta({ description: 'Index of the rule; null if no rule allowed the connections.' }),
    connections: Count,
    blocked: Count.meta({ description: 'Connections and requests that were refused.' }),
    failed: Count.optional().meta({
      description: 'Connections and requests that failed, such as those to a host that does not answer; absent: none.',
    }),
    reasons: z.array(z.enum(blockedReasons)),
    methods: z.record(z.string(), Count).meta({ description: 'Number of requests by method.' }),
    statuses: z.record(z.string(), Count).meta({ description: 'Number of responses by class: `2xx`, `4xx`, …' }),
    bytesIn: Count,
    bytesOut: Count,
    masked: Count.optional().meta({
      description: 'Number of values of secrets that were masked in responses; absent: none.',
    }),
    secrets: z.array(z.string()).meta({ description: 'Names of the secrets whose values were sent.' }),
  })
  .meta({ id: 'NetworkTotal' });
export type NetworkTotal = z.infer<typeof NetworkTotal>;

export const NetworkRequest = z
  .strictObject({
    host: z.string(),
    port: z.int(),
    method: z.string(),
    path: z.string().meta({ description: 'Without the query.' }),
    status: z.int().nullable().meta({ description: 'null if there was no response.' }),
    secrets: z.array(z.string()).optional().meta({
      description: 'Names of the secrets whose values the request contained; absent: none.',
    }),
  })
  .meta({ id: 'NetworkRequest' });
export type NetworkRequest = z.infer<typeof NetworkRequest>;

export const RunNetworkReport = z
  .strictObject({
    totals: z.array(NetworkTotal).meta({ description: 'At most 256.' }),
    requests: z.array(NetworkRequest).meta({ description: 'The first 1,000, in order.' }),
    requestsOmitted: Count,
    held: z
      .array(z.strictObject({ host: z.string(), port: z.int(), connections: Count }))
      .optional()
      .meta({ description: 'Connections that wait for a decision; absent if there are none.' }),
  })
  .meta({ id: 'RunNetworkReport' });
export type RunNetworkReport = z.infer<typeof RunNetworkReport>;

/** The report of a run or sandbox without network rules. */
export const emptyReport: RunNetworkReport = { totals: [], requests: [], requestsOmitted: 0 };

export const NetworkDecision = z
  .strictObject({
    host: HostPattern.refine((host) => !host.startsWith('*.'), { error: 'must be a host name' }),
    port: z.int().min(1).max(65_535),
    decision: z.enum(['allow', 'deny']),
  })
  .meta({ id: 'NetworkDecision', examples: [{ host: 'api.example.com', port: 443, decision: 'allow' }] });
export type NetworkDecision = z.infer<typeof NetworkDecision>;
