import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { addCredential } from './add-credential.ts';
import { runSuite } from './suite.ts';

vi.mock('../../../../src-daemon/mcp/agent-server.ts', async (original) => {
  const { withFixtures } = await import('./test-server.ts');
  const { createAgentServer } = await original<typeof import('../../../../src-daemon/mcp/agent-server.ts')>();
  return { createAgentServer: withFixtures(createAgentServer) };
});

const daemon = testDaemonOfFile();

const revisions = [
  { revision: '2025-11-25', scenarios: 33 },
  { revision: '2026-07-28', scenarios: 40 },
];

/** Scenarios of optional features that the daemon does not offer, with the reason. */
const notApplicable = new Map([
  [
    'resources-subscribe',
    'not declared: a run is followed by the progress of its call, and never changes after its end',
  ],
  ['resources-unsubscribe', 'as above'],
  ['server-sse-polling', 'recommended only: a client that lost its connection reads the run with get_run'],
]);

describe('@modelcontextprotocol/conformance', () => {
  let proxy: Server;
  beforeAll(async () => {
    const { apiKey } = await daemon().newUser();
    proxy = await addCredential(daemon().port, apiKey);
  });
  afterAll(() => void proxy.close());

  it.each(revisions)('passes every scenario of $revision that applies', async ({ revision, scenarios }) => {
    const { port } = proxy.address() as AddressInfo;
    const results = await runSuite(`http://127.0.0.1:${port}/mcp`, revision);
    expect(results.length).toBe(scenarios);
    const applicable = results.filter(({ scenario }) => !notApplicable.has(scenario));
    expect(applicable.filter(({ passed, faults }) => passed === 0 || faults.length > 0)).toEqual([]);
  });
});
