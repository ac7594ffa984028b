import { resolve } from 'node:path';
import { z } from 'zod';
import type { Environment } from '../../../../src-shared-node/runtime-dir.ts';
import { parseJson } from '../../../wire/json.ts';
import { type CredentialProgram, runCredentialProgram } from '../../credential/credential-program.ts';
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

async function outputOf(command: PluginCommand, name: string): Promise<string> {
  const { output, failure } = await runCredentialProgram(programOf(command)).catch((error: Error) => {
    throw new ClusterConfigError(`${name} ${error.message}`);
  });
  if (failure === undefined) return output;
  throw new ClusterConfigError(`${name} failed (${failure}). Run it to see its message.`);
}

function programOf({ plugin, folder, env, clusterInfo }: PluginCommand): CredentialProgram {
  const { apiVersion, command, args, provideClusterInfo } = plugin;
  const spec = { interactive: false, ...(provideClusterInfo === true && { cluster: clusterInfo }) };
  const own = Object.fromEntries((plugin.env ?? []).map(({ name, value }) => [name, value]));
  const info = JSON.stringify({ apiVersion, kind: 'ExecCredential', spec });
  return {
    command: /[/\\]/.test(command) ? resolve(folder, command) : command,
    args: args ?? [],
    env,
    ownEnv: { ...own, KUBERNETES_EXEC_INFO: info },
  };
}
