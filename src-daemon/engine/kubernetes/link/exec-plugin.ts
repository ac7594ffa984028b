import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { Environment } from '../../../../src-shared-node/runtime-dir.ts';
import { parseJson } from '../../../wire/json.ts';
import { killGroup } from '../../kill-group.ts';
import { ClusterConfigError } from './cluster.ts';
import type { ExecPlugin } from './kubeconfig-schema.ts';

/** A plugin of a kubeconfig that prints a token (`client.authentication.k8s.io`). */
export interface PluginCommand {
  plugin: ExecPlugin;
  /** The folder of the kubeconfig: a command with a slash is relative to it. */
  folder: string;
  /** The environment of the daemon. */
  env: Environment;
  /** Passed to the plugin if it asks for the cluster (`ExecCredential.spec.cluster`). */
  clusterInfo: object;
}

export interface PluginToken {
  token: string;
  /** Epoch ms after which the token is not valid; undefined if the plugin does not say. */
  expiresAt: number | undefined;
}

const limitMs = 30_000;
const outputLimitBytes = 1 << 20;

const Credential = z.object({
  kind: z.literal('ExecCredential'),
  status: z.object({
    token: z.string().min(1).nullish(),
    clientCertificateData: z.unknown().optional(),
    expirationTimestamp: z.iso.datetime({ offset: true }).nullish(),
  }),
});

/**
 * Runs a plugin and returns its token. Neither its arguments nor its output are in an error: both can have secrets.
 * @throws ClusterConfigError if the plugin fails, prints no token, or does not exit within the time limit
 */
export async function runPlugin(command: PluginCommand): Promise<PluginToken> {
  const name = `The credential plugin ${command.plugin.command}`;
  if (command.plugin.interactiveMode === 'Always')
    throw new ClusterConfigError(`${name} needs a terminal, which the daemon does not have.`);
  const parsed = Credential.safeParse(parseJson(await outputOf(command, name)));
  if (!parsed.success)
    throw new ClusterConfigError(`${name} did not print an ExecCredential. Run it to see its output.`);
  const { token, clientCertificateData, expirationTimestamp } = parsed.data.status;
  if (typeof token !== 'string' || clientCertificateData != null)
    throw new ClusterConfigError(`${name} printed a certificate. Only plugins that print a token are supported.`);
  return { token, expiresAt: expirationTimestamp == null ? undefined : Date.parse(expirationTimestamp) };
}

function outputOf(command: PluginCommand, name: string): Promise<string> {
  const { promise, resolve: succeed, reject } = Promise.withResolvers<string>();
  const child = start(command);
  const end = (message: string) => {
    killGroup(child);
    child.stdout.destroy();
    reject(new ClusterConfigError(`${name} ${message}`));
  };
  const timer = setTimeout(() => end(`was ended, because it took longer than ${limitMs / 1000} s.`), limitMs);
  const chunks: Buffer[] = [];
  let size = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > outputLimitBytes) end('was ended, because it printed more than 1 MiB.');
  });
  child.once('error', (error: NodeJS.ErrnoException) =>
    reject(new ClusterConfigError(`${name} cannot be started (${error.code ?? 'unknown error'}).`)),
  );
  child.once('close', (code, signal) => {
    if (code === 0) succeed(Buffer.concat(chunks).toString('utf8'));
    else
      reject(new ClusterConfigError(`${name} failed (${signal ?? `exit code ${code}`}). Run it to see its message.`));
  });
  return promise.finally(() => clearTimeout(timer));
}

function start({ plugin, folder, env, clusterInfo }: PluginCommand) {
  const { apiVersion, command, args, provideClusterInfo } = plugin;
  const spec = { interactive: false, ...(provideClusterInfo === true && { cluster: clusterInfo }) };
  const own = Object.fromEntries((plugin.env ?? []).map(({ name, value }) => [name, value]));
  // Settings of the daemon can have secrets, and no plugin knows them.
  const inherited = Object.entries(env).filter(([name]) => !name.startsWith('STRONGROOM_'));
  const info = JSON.stringify({ apiVersion, kind: 'ExecCredential', spec });
  return spawn(/[/\\]/.test(command) ? resolve(folder, command) : command, args ?? [], {
    env: { ...Object.fromEntries(inherited), ...own, KUBERNETES_EXEC_INFO: info },
    stdio: ['ignore', 'pipe', 'ignore'],
    // A process group of its own, so that its children end with it.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
}
