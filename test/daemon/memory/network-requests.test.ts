import { expect, test } from 'vitest';
import { createMemoryLedger } from '../../../src-daemon/core/memory/ledger.ts';
import { createCurrentRun } from '../../../src-daemon/executions/current-run.ts';
import type { NetworkRecorder } from '../../../src-daemon/work/network/network-recorder.ts';
import { createRequestList } from '../../../src-daemon/work/network/request-list.ts';
import { createOutputMask } from '../../../src-shared-node/masking/output-mask.ts';

const request = {
  ...{ host: 'api.example.com', port: 443, method: 'GET', status: 200, secrets: [] },
  path: `/${'x'.repeat(2000)}`,
};

test('the requests of a run with network rules count for its account until the run is removed from memory', () => {
  const ledger = createMemoryLedger({ now: () => 0 });
  let requests: ReturnType<typeof createRequestList> | undefined;
  const run = createCurrentRun({
    ...{ id: 'run', accountId: 1, credentialId: 'key', memory: ledger.of(1) },
    recordNetwork: (_publish, holding) => {
      requests = createRequestList(createOutputMask([]), holding);
      return { heldBytes: requests.heldBytes } as NetworkRecorder;
    },
  });
  // More than the list keeps.
  for (let count = 0; count < 1500; count++) requests?.add(request);
  expect(ledger.heldBytes()).toBeGreaterThan(1000 * 2000);
  expect(ledger.heldBytes()).toBeLessThan(1000 * 3000);
  run.release();
  expect(ledger.heldBytes()).toBe(0);
});
