import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findLocations } from '../../src-shared-node/locations.ts';
import { findRuntimeDir } from '../../src-shared-node/runtime-dir.ts';
import { type SecretValue, secretValue } from '../crypto/secret-value.ts';
import { ConfigError } from '../errors/config-error.ts';
import { findApp } from './find-app.ts';
import { type KubernetesConfig, kubernetesFlags, readKubernetesConfig } from './kubernetes-config.ts';

const keyStoreKinds = ['os', 'file', 'passphrase'] as const;
const keyStoreFallbacks = ['file'] as const;
const engines = ['auto', 'docker', 'embedded', 'kubernetes'] as const;
const dockerVariables = ['DOCKER_HOST', 'DOCKER_CONTEXT', 'DOCKER_CONFIG', 'XDG_RUNTIME_DIR'];
const logLevels = ['trace', 'debug', 'info', 'warn', 'error'] as const;

export interface Config {
  /** 0 means any free port. */
  readonly port: number;
  /** True if another port may be used, with a warning, when this one is taken. */
  readonly isPortPreferred: boolean;
  readonly dataDir: string;
  readonly isDefaultDataDir: boolean;
  readonly keyStoreKind: (typeof keyStoreKinds)[number] | undefined;
  /** The kind for new data if the key store of the operating system does not answer. */
  readonly keyStoreFallback: (typeof keyStoreFallbacks)[number] | undefined;
  /** Folder of the key file. It is outside of the data folder, so that a copy of the data folder has no key. */
  readonly keyDir: string;
  readonly passphrase: SecretValue | undefined;
  readonly selfCheck: boolean;
  readonly engine: (typeof engines)[number];
  /** True if every sandbox must run in gVisor. */
  readonly gvisor: boolean;
  /** The cluster of the sandboxes, which only the engine `kubernetes` has. */
  readonly kubernetes: KubernetesConfig | undefined;
  /** True if containers boot before a run needs them. */
  readonly keepsWarm: boolean;
  /** The environment variables of Docker: `DOCKER_HOST` and similar ones. */
  readonly dockerEnvironment: Readonly<Environment>;
  /** Configuration of this machine's pip and npm, with proxies and certificates. */
  readonly machine: Readonly<{ platform: NodeJS.Platform; home: string; environment: Readonly<Environment> }>;
  /** Folder in which `npm run engine` writes its note. */
  readonly runtimeDir: string;
  readonly runFilePath: string;
  readonly logDir: string;
  /** Folder of the package layers of the embedded engine. */
  readonly layersDir: string;
  readonly logLevel: (typeof logLevels)[number];
  readonly appRoot: string;
  readonly resourcesDir: string;
  readonly version: string;
  readonly platform: NodeJS.Platform;
}

const flags = {
  port: { type: 'string' },
  'prefer-port': { type: 'string' },
  'data-dir': { type: 'string' },
  'key-store': { type: 'string' },
  'key-store-fallback': { type: 'string' },
  'self-check': { type: 'boolean' },
  engine: { type: 'string' },
  gvisor: { type: 'boolean' },
  'no-warm': { type: 'boolean' },
  'log-level': { type: 'string' },
  ...kubernetesFlags,
} as const;

type Environment = Record<string, string | undefined>;

/**
 * Reads the configuration of the daemon from its flags (`process.argv` from the third on) and its environment. Removes
 * `STRONGROOM_PASSPHRASE` from the environment, so that no child process inherits it.
 * @throws ConfigError naming the bad flag, and NodeVersionError
 */
export function readConfig(argv: readonly string[], env: Environment): Config {
  const given = parseFlags(argv);
  const locations = findLocations(env, nonEmpty('data-dir', given['data-dir']));
  const { dataDir, isDefaultDataDir, logDir, runFilePath } = locations;
  const app = findApp();
  return Object.freeze({
    ...portOf(given),
    dataDir,
    isDefaultDataDir,
    keyStoreKind: oneOf('key-store', keyStoreKinds, given['key-store']),
    keyStoreFallback: oneOf('key-store-fallback', keyStoreFallbacks, given['key-store-fallback']),
    keyDir: isDefaultDataDir ? locations.configDir : `${dataDir}-key`,
    passphrase: takePassphrase(env),
    selfCheck: given['self-check'] ?? false,
    ...engineOf(given, env),
    keepsWarm: !given['no-warm'],
    dockerEnvironment: Object.fromEntries(dockerVariables.map((name) => [name, env[name]])),
    machine: { platform: process.platform, home: homedir(), environment: withoutOurs(env) },
    runtimeDir: findRuntimeDir(env),
    runFilePath,
    logDir,
    layersDir: join(dataDir, 'packages'),
    logLevel: oneOf('log-level', logLevels, given['log-level']) ?? 'info',
    appRoot: app.root,
    resourcesDir: join(app.root, 'resources'),
    version: app.version,
    platform: process.platform,
  });
}

function parseFlags(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: flags, strict: true, allowPositionals: false }).values;
  } catch (error) {
    // The message of Node names the flag.
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

function engineOf(given: ReturnType<typeof parseFlags>, env: Environment) {
  const engine = oneOf('engine', engines, given.engine);
  const isChosen = engine === 'kubernetes';
  const kubernetes = readKubernetesConfig(given, { isChosen, env: withoutOurs(env) });
  const { gvisor = false } = given;
  // Docker is the only engine on this machine that supports gVisor, and a cluster refuses the flag.
  return { engine: gvisor ? 'docker' : (engine ?? 'auto'), gvisor, kubernetes } as const;
}

function portOf(given: { port?: string | undefined; 'prefer-port'?: string | undefined }) {
  const preferred = given['prefer-port'];
  if (preferred === undefined) return { port: readPort('port', given.port ?? '7341'), isPortPreferred: false };
  if (given.port !== undefined) throw new ConfigError('--port and --prefer-port cannot be used together');
  return { port: readPort('prefer-port', preferred), isPortPreferred: true };
}

function readPort(flag: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new ConfigError(`--${flag} takes a number from 0 to 65535, not "${text}"`);
}

function oneOf<const T extends string>(flag: string, choices: readonly T[], text: string | undefined): T | undefined {
  if (text === undefined) return undefined;
  const choice = choices.find((candidate) => candidate === text);
  if (choice !== undefined) return choice;
  throw new ConfigError(`--${flag} takes ${choices.join(', ')}, not "${text}"`);
}

function nonEmpty(flag: string, text: string | undefined): string | undefined {
  if (text === '') throw new ConfigError(`--${flag} takes a value`);
  return text;
}

/** Removes the variables of Strongroom, which child processes do not need. */
function withoutOurs(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('STRONGROOM_')));
}

function takePassphrase(env: Environment): SecretValue | undefined {
  const passphrase = env.STRONGROOM_PASSPHRASE;
  delete env.STRONGROOM_PASSPHRASE;
  return passphrase ? secretValue(passphrase.normalize('NFC')) : undefined;
}
