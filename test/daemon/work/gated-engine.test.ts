/** The gate before the engine: a permission that is withdrawn while work waits, and work without an account. */
import { expect, it, vi } from 'vitest';
import type { AdmittedRun, Engine, SandboxJob } from '../../../src-daemon/engine/engine.ts';
import type { LayerStore } from '../../../src-daemon/engine/layers.ts';
import { AppError } from '../../../src-daemon/errors/app-error.ts';
import { createGatedEngine } from '../../../src-daemon/work/gated-engine.ts';
import { locationOf } from '../../../src-daemon/work/shown-location.ts';

function newGated() {
  const allowed = new Set(['1']);
  const admitted = { run: vi.fn<AdmittedRun['run']>(), release: vi.fn<AdmittedRun['release']>() };
  const layers = { build: vi.fn<LayerStore['build']>() } as Partial<LayerStore> as LayerStore;
  const sandboxes = { open: vi.fn() };
  const engine = { admit: vi.fn(() => admitted), layers, sandboxes } as Partial<Engine> as Engine;
  const gate = {
    require: (accountId: number) => {
      if (!allowed.has(String(accountId))) throw new AppError('cluster_not_allowed', 'No.');
    },
  };
  return { allowed, admitted, engine, layers, sandboxes, gated: createGatedEngine(engine, gate) };
}

const refused = { code: 'cluster_not_allowed' };
const job = (fairnessKey?: string) => ({ ...(fairnessKey && { fairnessKey }) }) as SandboxJob;
const hooks = { onOutput: () => {}, signal: new AbortController().signal };

it('a run whose permission is withdrawn while it waits is not started, and gives its place back', async () => {
  const { allowed, admitted, gated } = newGated();
  const run = gated.admit(job('1'));
  allowed.clear();
  await expect(run.run(hooks)).rejects.toMatchObject(refused);
  expect(admitted.run).not.toHaveBeenCalled();
  expect(admitted.release).toHaveBeenCalledOnce();
});

it('a build whose permission is withdrawn while it waits is not started', async () => {
  const { allowed, layers, gated } = newGated();
  const store = gated.layersFor(1);
  allowed.clear();
  await expect(store?.build({} as never, {} as never)).rejects.toMatchObject(refused);
  expect(layers.build).not.toHaveBeenCalled();
  expect(() => gated.layersFor(1)).toThrow(expect.objectContaining(refused));
});

it('jobs and sandboxes of no account, or of another one, do not pass', async () => {
  const { engine, sandboxes, gated } = newGated();
  for (const key of [undefined, '2', 'x']) {
    expect(() => gated.admit(job(key))).toThrow(expect.objectContaining(refused));
    await expect(gated.sandboxes?.open(job(key) as never, hooks.signal)).rejects.toMatchObject(refused);
  }
  expect(engine.admit).not.toHaveBeenCalled();
  expect(sandboxes.open).not.toHaveBeenCalled();
});

it('the name of a cluster is shown in one bounded line, without hidden characters', () => {
  expect(locationOf({ place: 'machine', cluster: 'ignored' })).toEqual({ place: 'machine' });
  expect(locationOf({ place: 'cluster', cluster: 'a\u001b[2Jb\nc\u202e' })).toEqual({
    place: 'cluster',
    cluster: 'a␛[2Jb␊c‹U+202E›',
  });
  expect(locationOf({ place: 'cluster', cluster: '\u202e'.repeat(10_000) }).cluster?.length).toBe(200);
});
