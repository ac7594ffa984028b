import { inject } from 'vitest';
import type { Engine, EngineStatus } from '../../../../src-daemon/engine/engine.ts';
import { cleanUpAfterTest } from '../../../support/leftovers/clean-ups.ts';
import '../../../support/engine/engine-presence.ts';
import { newEngine } from '../docker-fixture.ts';
import { type Alterations, type AlteredEngine, startAlteredEngine } from '../link/altered-engine.ts';

export interface Canary {
  engine: Engine;
  altered: AlteredEngine;
  instanceId: string;
  status: EngineStatus;
}

const cleanUps: (() => Promise<void>)[] = [];
cleanUpAfterTest(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** Makes an engine that reaches Docker through a proxy that alters calls. It is stopped after the test. */
export async function openAltered(
  alterations: Alterations,
  options: { gvisor?: boolean } = {},
): Promise<Omit<Canary, 'status'>> {
  const target = (inject('engine')?.host ?? '').replace(/^unix:\/\//, '');
  const altered = await startAlteredEngine(alterations, target);
  const { engine, instanceId } = newEngine({
    ...options,
    environment: { DOCKER_HOST: altered.host },
    keepsWarm: false,
  });
  cleanUps.push(altered.stop, () => engine.stop());
  return { engine, altered, instanceId };
}

/** Makes and starts such an engine. The status is that of the first attempt. */
export async function startAltered(alterations: Alterations, options: { gvisor?: boolean } = {}): Promise<Canary> {
  const opened = await openAltered(alterations, options);
  await opened.engine.start();
  return { ...opened, status: opened.engine.status() };
}

/** Removes some options from the `HostConfig` of each create call. */
export function without(...names: string[]): Alterations {
  return {
    create: ({ HostConfig, ...options }) => {
      const kept = Object.entries(HostConfig ?? {}).filter(([name]) => !names.includes(name));
      return { ...options, HostConfig: Object.fromEntries(kept) };
    },
  };
}
