import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readFacts } from '../../../../src-daemon/engine/docker/link/engine-facts.ts';
import {
  createEngineWarnings,
  type EngineWarnings,
} from '../../../../src-daemon/engine/docker/link/engine-warnings.ts';
import { createIsolationProof } from '../../../../src-daemon/engine/isolation-proof.ts';
import { silentLog } from '../docker-fixture.ts';

function loggingWarnings() {
  const logged: unknown[] = [];
  return { logged, warnings: createEngineWarnings({ ...silentLog, warn: (fields) => logged.push(fields) }) };
}

test('in gVisor, a sandbox with the kernel of the machine or of another sandbox is refused', () => {
  const proof = createIsolationProof('gvisor');
  const [machine, first, second] = [randomUUID(), randomUUID(), randomUUID()];
  proof.noteMachine(machine);
  proof.admit(first);
  proof.admit(second);
  expect(() => proof.admit(machine)).toThrow(/kernel of the engine's machine/);
  expect(() => proof.admit(first)).toThrow(/the same kernel/);
});

test('the number of remembered kernels is bounded, and always includes the machine’s', () => {
  const proof = createIsolationProof('gvisor');
  const machine = randomUUID();
  proof.noteMachine(machine);
  const first = randomUUID();
  proof.admit(first);
  for (let count = 0; count < 5000; count++) proof.admit(randomUUID());
  expect(() => proof.admit(first)).not.toThrow();
  expect(() => proof.admit(machine)).toThrow();
});

test('without gVisor, containers may share a kernel', () => {
  const proof = createIsolationProof('container');
  const machine = randomUUID();
  proof.noteMachine(machine);
  expect(() => [machine, machine].map(proof.admit)).not.toThrow();
});

test.each([
  'Your kernel does not support memory limit capabilities or the cgroup is not mounted. Limitation discarded.',
  'Your kernel does not support PIDs limit capabilities or the cgroup is not mounted. PIDs limit discarded.',
  'A warning that Docker does not have yet',
])('a create call with the warning %j is refused', (warning) => {
  const { warnings } = loggingWarnings();
  expect(() => warnings.readCreated([warning])).toThrow(expect.objectContaining({ code: 'engine_unavailable' }));
  expect(() => warnings.readCreated([warning])).toThrow(warning);
});

test('a harmless warning of create calls is logged once', () => {
  const { warnings, logged } = loggingWarnings();
  const warning =
    'Your kernel does not support swap limit capabilities or the cgroup is not mounted. Memory limited without swap.';
  for (const given of [[warning], [warning, warning], null, [], '', undefined]) warnings.readCreated(given);
  expect(logged).toEqual([{ warning }]);
});

type Info = Parameters<typeof readFacts>[0]['info'];

function factsOf(given: Info, gvisor: boolean, warnings: EngineWarnings) {
  return readFacts({ info: given, version: {} }, gvisor, warnings);
}

const info = {
  SecurityOptions: ['name=seccomp,profile=default'],
  Runtimes: { runc: {}, runsc: {} },
  ...{ MemoryLimit: true, PidsLimit: true, CpuCfsQuota: true },
};

test('an engine that does not support a limit of every sandbox is refused by its own information', () => {
  const { warnings } = loggingWarnings();
  expect(() => factsOf({ ...info, MemoryLimit: false }, false, warnings)).toThrow(/cannot limit memory\./);
  expect(() => factsOf({ ...info, PidsLimit: false, CpuCfsQuota: false }, false, warnings)).toThrow(
    /cannot limit the number of processes, processor time\./,
  );
  expect(() => factsOf({ ...info, Warnings: ['WARNING: No memory limit support'] }, false, warnings)).toThrow(
    /No memory limit support/,
  );
});

test('a warning about an option that no sandbox uses is logged, and the engine is accepted', () => {
  const { warnings, logged } = loggingWarnings();
  factsOf(
    { ...info, Warnings: ['WARNING: No blkio weight support', 'WARNING: No swap limit support'] },
    false,
    warnings,
  );
  expect(logged).toEqual([{ warning: 'No blkio weight support' }, { warning: 'No swap limit support' }]);
});

test('with gVisor, whose sandboxes do not show their limits, the engine must report that it supports them', () => {
  const { warnings } = loggingWarnings();
  const { MemoryLimit: _memory, ...silent } = info;
  expect(factsOf(silent, false, warnings).runtime).toBeUndefined();
  expect(factsOf(info, true, warnings).runtime).toBe('runsc');
  expect(() => factsOf(silent, true, warnings)).toThrow(/cannot limit memory/);
});
