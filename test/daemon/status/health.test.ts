import { expect, test } from 'vitest';
import { createHealth } from '../../../src-daemon/status/health.ts';
import { Health } from '../../../src-shared/contracts/service.contract.ts';

test.each([
  { name: 'docker', place: 'machine' },
  { name: 'kubernetes', place: 'cluster' },
] as const)('names the engine that is expected while the keychain is locked: $name', (expectedEngine) => {
  const health = createHealth({ version: '1.0.0', expectedEngine, core: () => undefined })();
  expect(health).toMatchObject({ status: 'degraded', engine: { ...expectedEngine, status: 'starting' } });
  expect(Health.parse(health)).toEqual(health);
});
