/** The flags of `--engine kubernetes`: none has a default, and a bad one stops the start. */
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { ConfigError } from '../../../src-daemon/errors/config-error.ts';
import { readConfig } from '../../../src-daemon/process/config.ts';

type Flags = Record<string, string | true | undefined>;

const complete: Flags = {
  '--engine': 'kubernetes',
  '--kube-context': 'team@cluster',
  '--kube-namespace': 'sandboxes',
  '--kube-images': 'images.json',
};

/** Reads the complete flags with some changes: `undefined` leaves a flag out, `true` is a flag without a value. */
function read(changes: Flags = {}, env: Record<string, string | undefined> = {}) {
  const flags = Object.entries({ ...complete, ...changes });
  const argv = flags.flatMap(([name, value]) => (value === undefined ? [] : value === true ? [name] : [name, value]));
  return readConfig(argv, env);
}

describe('--engine kubernetes', () => {
  it('has the context, the namespace and the absolute path of the images', () => {
    const { engine, gvisor, kubernetes } = read();
    expect({ engine, gvisor }).toEqual({ engine: 'kubernetes', gvisor: false });
    expect(kubernetes).toMatchObject({
      source: { kind: 'kubeconfig', context: 'team@cluster', paths: [join(homedir(), '.kube', 'config')] },
      namespace: 'sandboxes',
      imagesFile: resolve('images.json'),
      runtimeClass: undefined,
      pullSecret: undefined,
    });
  });

  it('reads the files of KUBECONFIG', () => {
    const { kubernetes } = read({}, { KUBECONFIG: ['/a/config', '/b/config'].join(delimiter) });
    expect(kubernetes?.source).toMatchObject({ paths: ['/a/config', '/b/config'] });
  });

  it('can use the service account of its pod, a RuntimeClass and a pull secret', () => {
    const { kubernetes } = read({
      ...{ '--kube-context': undefined, '--kube-in-cluster': true },
      ...{ '--kube-runtime-class': 'gvisor', '--kube-pull-secret': 'registry.example' },
    });
    expect(kubernetes).toMatchObject({
      source: { kind: 'in-cluster' },
      runtimeClass: 'gvisor',
      pullSecret: 'registry.example',
    });
  });

  it('gives no variable of Strongroom to the plugins of a kubeconfig', () => {
    const { kubernetes } = read({}, { STRONGROOM_PASSPHRASE: 'open sesame', AWS_PROFILE: 'team' });
    expect(kubernetes?.source.env).toEqual({ AWS_PROFILE: 'team' });
  });
});

describe('a start is refused by the name of the flag', () => {
  test.each<[string, Flags, string]>([
    ['no context', { '--kube-context': undefined }, '--kube-context'],
    ['an empty context', { '--kube-context': '' }, '--kube-context'],
    ['a context and a service account', { '--kube-in-cluster': true }, '--kube-in-cluster'],
    ['no namespace', { '--kube-namespace': undefined }, '--kube-namespace'],
    ['an empty namespace', { '--kube-namespace': '' }, '--kube-namespace'],
    ['an upper-case namespace', { '--kube-namespace': 'Team' }, '--kube-namespace'],
    ['a namespace with a dot', { '--kube-namespace': 'a.b' }, '--kube-namespace'],
    ['a namespace of 64 characters', { '--kube-namespace': 'a'.repeat(64) }, '--kube-namespace'],
    ['no images', { '--kube-images': undefined }, '--kube-images'],
    ['empty images', { '--kube-images': '' }, '--kube-images'],
    ['a RuntimeClass with a slash', { '--kube-runtime-class': 'a/b' }, '--kube-runtime-class'],
    ['an empty RuntimeClass', { '--kube-runtime-class': '' }, '--kube-runtime-class'],
    ['a pull secret that ends with a hyphen', { '--kube-pull-secret': 'pull-' }, '--kube-pull-secret'],
    ['gVisor', { '--gvisor': true }, '--kube-runtime-class'],
  ])('%s', (_name, changes, flag) => {
    expect(() => read(changes)).toThrow(ConfigError);
    expect(() => read(changes)).toThrow(flag);
  });

  test.each(['--kube-context', '--kube-namespace', '--kube-images', '--kube-runtime-class', '--kube-pull-secret'])(
    '%s without the engine',
    (flag) => {
      for (const rest of [[], ['--engine', 'auto'], ['--gvisor']]) {
        const start = () => readConfig([flag, 'name', ...rest], {});
        expect(start).toThrow(ConfigError);
        expect(start).toThrow(`${flag} is a flag of --engine kubernetes`);
      }
    },
  );

  test('--kube-in-cluster without the engine', () => {
    expect(() => readConfig(['--kube-in-cluster'], {})).toThrow('--kube-in-cluster is a flag of --engine kubernetes');
  });
});

test('a message about another engine lists it', () => {
  expect(() => readConfig(['--engine', 'podman'], {})).toThrow(
    '--engine takes auto, docker, embedded, kubernetes, not "podman"',
  );
});
