import { expect, test, vi } from 'vitest';
import { chooseEngine } from '../../src-daemon/engine/choose-engine.ts';
import type { EmbeddedRunner } from '../../src-daemon/engine/embedded/embedded-engine.ts';
import type { MakeRunner, Runner } from '../../src-daemon/engine/runner.ts';
import { ConfigError } from '../../src-daemon/errors/config-error.ts';

function makersOf() {
  const makerOf = (name: string) => {
    const runner: Partial<Runner> = {
      name,
      status: () => ({ name, status: 'ready', place: 'cluster' }),
      limits: () => ({ concurrency: 1, memoryMb: 256 }),
    };
    return vi.fn<MakeRunner>(() => runner as Runner);
  };
  const embedded: MakeRunner<EmbeddedRunner> = vi.fn();
  return { docker: makerOf('docker'), embedded, kubernetes: makerOf('kubernetes') };
}

test('--engine kubernetes creates no other engine, which could take its place', () => {
  const makers = makersOf();
  expect(chooseEngine('kubernetes', makers).status()).toMatchObject({ name: 'kubernetes', status: 'ready' });
  expect(makers.kubernetes).toHaveBeenCalledOnce();
  expect(makers.docker).not.toHaveBeenCalled();
  expect(makers.embedded).not.toHaveBeenCalled();
});

test('--engine docker sends nothing to a cluster', () => {
  const makers = makersOf();
  chooseEngine('docker', makers);
  expect(makers.kubernetes).not.toHaveBeenCalled();
});

test('without an engine for Kubernetes the start is refused by the name of the flag', () => {
  const { docker, embedded } = makersOf();
  const choose = () => chooseEngine('kubernetes', { docker, embedded });
  expect(choose).toThrow(ConfigError);
  expect(choose).toThrow('--engine kubernetes');
});
