import { expect, test } from 'vitest';
import { createAutoEngine } from '../../src-daemon/engine/choose-engine.ts';
import type { EmbeddedEngine } from '../../src-daemon/engine/embedded/embedded-engine.ts';
import type { Engine, EngineStatus } from '../../src-daemon/engine/engine.ts';

const sandboxes = { open: () => Promise.reject(new Error('not opened here')) };

function autoEngine(docker: EngineStatus['status'], embedded: EngineStatus['status']): Engine {
  const engineOf = (status: EngineStatus['status'], more: object) => ({
    status: () => ({ name: 'fake', status }),
    ...more,
  });
  return createAutoEngine(
    engineOf(docker, { sandboxes }) as unknown as Engine,
    engineOf(embedded, {}) as unknown as EmbeddedEngine,
  );
}

test.each([
  ['ready', 'ready'],
  ['building_image', 'ready'],
  ['unavailable', 'unavailable'],
] as const)('while Docker is %s and the embedded engine is %s, Docker has the sandboxes', (docker, embedded) => {
  expect(autoEngine(docker, embedded).sandboxes).toBe(sandboxes);
});

test('while only the embedded engine can run programs, there are no sandboxes', () => {
  expect(autoEngine('unavailable', 'ready').sandboxes).toBeUndefined();
});
