import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { NetworkDecision, RunNetworkReport } from '../network/network-report.ts';
import { sandboxErrors, sandboxParams } from './sandboxes.contract.ts';

export const readSandboxNetwork = defineEndpoint({
  method: 'GET',
  path: '/api/v1/sandboxes/:id/network',
  tag: 'Sandboxes',
  summary: "Read a sandbox's connections and requests",
  description:
    'For a sandbox with network rules: totals per host, and up to 1,000 requests of intercepted connections, without ' +
    'queries. Reading them does not count as use of the sandbox.',
  access: 'execute',
  params: sandboxParams,
  replies: { 200: RunNetworkReport },
  errors: sandboxErrors,
});

export const decideSandboxConnection = defineEndpoint({
  method: 'POST',
  path: '/api/v1/sandboxes/:id/network/decisions',
  tag: 'Sandboxes',
  summary: 'Allow or refuse held connections of a sandbox',
  description:
    'Decides about the connections of a sandbox with `onBlocked: "ask"` to one host and port, until the sandbox ends. The ' +
    'host must lie within the setting `network.ceiling` and the hosts of the API key.',
  access: 'execute',
  params: sandboxParams,
  body: NetworkDecision,
  replies: { 200: z.strictObject({ decided: z.int().meta({ description: 'Number of held connections.' }) }) },
  errors: [...sandboxErrors, 'network_not_allowed'],
});
