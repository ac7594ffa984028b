import { cpSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { findAssets } from '../../../src-daemon/engine/embedded/assets.ts';
import { type ChildMaker, startChild } from '../../../src-daemon/engine/embedded/child.ts';
import { tryConfinement } from '../../../src-daemon/engine/embedded/confinement.ts';
import { createEmbeddedEngine } from '../../../src-daemon/engine/embedded/embedded-engine.ts';
import { newLayersDir, resourcesDir, run, silentLog } from './embedded-fixture.ts';

/** A copy of the runner, so that the processes of this file are recognized by their command lines. */
let ownResources: string;
beforeAll(() => {
  ownResources = mkdtempSync(join(tmpdir(), 'resources-'));
  for (const folder of ['embedded', 'sandbox/typescript'])
    cpSync(join(resourcesDir, folder), join(ownResources, folder), { recursive: true });
});

/** Lists the living processes: one that has exited has no command line. */
function ownProcesses(): string[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.filter((id) => {
    try {
      return readFileSync(join('/proc', id, 'cmdline'), 'utf8').includes(ownResources);
    } catch {
      return false;
    }
  });
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

// Only /proc has the command lines of other processes.
describe.skipIf(process.platform !== 'linux')('nothing is left alive', () => {
  // Killed before its halves knew of each other, bubblewrap left one of them waiting for the other for ever.
  test('of a child that is killed at any moment of its start', { timeout: 120_000 }, async () => {
    const assets = findAssets(ownResources);
    const maker: ChildMaker = { assets, bwrap: await tryConfinement(assets) };
    for (let round = 0; round < 80; round++) {
      const child = startChild(maker, { interpreter: 'javascript', isFresh: false });
      await sleep(Math.random() * 40);
      child.kill();
      await child.exited;
    }
    expect(ownProcesses()).toEqual([]);
  });

  test('of an engine that is stopped at any moment', { timeout: 120_000 }, async () => {
    for (let round = 0; round < 12; round++) {
      const engine = createEmbeddedEngine({
        resourcesDir: ownResources,
        log: silentLog,
        layersDir: newLayersDir(),
      });
      await engine.start();
      engine.keepWarm(true);
      const busy = run(engine, { code: 'while True: pass' });
      await sleep(Math.random() * 150);
      await engine.stop();
      expect(ownProcesses()).toEqual([]);
      expect(await busy).toMatchObject({ status: 'cancelled' });
    }
  });
});
