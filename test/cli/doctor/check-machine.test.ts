/** `strongroom doctor` says where programs run. */
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { checkMachine } from '../../../src-cli/doctor/check-machine.ts';
import type { Tools } from '../../../src-cli/toolbox.ts';
import type { Health } from '../../../src-shared/contracts/service.contract.ts';
import { goodHealth } from '../../renderer/page/health.ts';

const tools = {
  surroundings: { version: '0.1.0', lowestNode: '1.0.0' },
  connector: { locations: { dataDir: tmpdir() } },
} as Partial<Tools> as Tools;

const engineFinding = (engine: Partial<Health['engine']>) =>
  checkMachine(
    tools,
    { ...goodHealth, engine: { ...goodHealth.engine, ...engine } },
    { url: 'http://127.0.0.1:1' },
  ).find(({ name }) => name === 'engine');

it('a cluster is named, with an engine that is ready and with one that is not', () => {
  const place = { name: 'kubernetes', place: 'cluster', cluster: 'prod-eu, namespace tools' } as const;
  const sentence = 'Programs run in the cluster prod-eu, namespace tools, not on this machine.';
  expect(engineFinding(place)).toEqual({ name: 'engine', status: 'ok', found: `kubernetes is ready. ${sentence}` });
  expect(engineFinding({ ...place, status: 'unavailable', reason: 'Full.' })?.found).toBe(
    `kubernetes: unavailable (Full.). ${sentence}`,
  );
});

it('this machine is not named', () => {
  expect(engineFinding({})?.found).toBe('docker is ready');
});
