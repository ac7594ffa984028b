import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { z } from 'zod';
import type { Environment } from '../../../../src-shared-node/runtime-dir.ts';
import { ClusterConfigError } from './cluster.ts';
import { KubeCluster, KubeContext, Kubeconfig, KubeUser } from './kubeconfig-schema.ts';
import { findSmallFile } from './read-small-file.ts';

/** A context of a kubeconfig with its cluster and its user. */
export interface SelectedContext {
  cluster: Located<KubeCluster>;
  user: Located<KubeUser>;
}

/** An entry of a kubeconfig. */
export interface Located<T> {
  name: string;
  /** The folder of its file: relative paths begin there. */
  folder: string;
  value: T;
}

interface LoadedFile {
  folder: string;
  config: Kubeconfig;
}

const shownNames = 20;
const shownLength = 100;

/** Returns the files that kubectl reads: those of `KUBECONFIG`, else `~/.kube/config`. */
export function kubeconfigPaths(env: Environment): string[] {
  const paths = (env.KUBECONFIG ?? '').split(delimiter).filter((path) => path !== '');
  return paths.length > 0 ? paths : [join(homedir(), '.kube', 'config')];
}

/**
 * Reads kubeconfig files and selects a context. As kubectl does, it ignores files that do not exist if another one does,
 * and of several entries with the same name it uses the first one.
 * @throws ClusterConfigError
 */
export async function selectContext(paths: readonly string[], name: string): Promise<SelectedContext> {
  const files: LoadedFile[] = [];
  for (const path of paths) {
    const text = await findSmallFile(path, 'The kubeconfig');
    if (text !== undefined) files.push({ folder: dirname(path), config: await parse(path, text.toString('utf8')) });
  }
  if (files.length === 0) throw new ClusterConfigError(`The kubeconfig ${paths.join(', ')} does not exist.`);
  const context = findEntry(files, 'context', { name, schema: KubeContext });
  if (context === undefined) throw new ClusterConfigError(noContext(files, name));
  const { cluster: clusterName, user: userName } = context.value;
  const cluster = findEntry(files, 'cluster', { name: clusterName, schema: KubeCluster });
  const user = findEntry(files, 'user', { name: userName, schema: KubeUser });
  if (cluster !== undefined && user !== undefined) return { cluster, user };
  const missing = cluster === undefined ? `cluster ${quoted(clusterName)}` : `user ${quoted(userName)}`;
  throw new ClusterConfigError(`The context ${quoted(name)} names the ${missing}, which the kubeconfig does not have.`);
}

async function parse(path: string, text: string): Promise<Kubeconfig> {
  const parsed = Kubeconfig.safeParse(await parseYaml(path, text));
  if (parsed.success) return parsed.data;
  const [{ path: field = [] } = {}] = parsed.error.issues;
  throw new ClusterConfigError(`The kubeconfig ${path} is not valid at "${field.join('.')}".`);
}

/** The library is loaded here, because only a daemon with a cluster needs it. */
async function parseYaml(path: string, text: string): Promise<unknown> {
  const { LineCounter, parse: read, YAMLParseError } = await import('yaml');
  const lineCounter = new LineCounter();
  try {
    return read(text, { lineCounter, prettyErrors: false, logLevel: 'error' });
  } catch (error) {
    // The message can quote the file, which can have a token.
    const where = error instanceof YAMLParseError ? ` at line ${lineCounter.linePos(error.pos[0]).line}` : '';
    throw new ClusterConfigError(`The kubeconfig ${path} is not valid YAML${where}.`);
  }
}

function findEntry<T>(
  files: readonly LoadedFile[],
  kind: 'cluster' | 'context' | 'user',
  { name, schema }: { name: string; schema: z.ZodType<T> },
): Located<T> | undefined {
  for (const { folder, config } of files) {
    const entry = config[`${kind}s`]?.find((one) => one.name === name);
    if (entry === undefined) continue;
    const parsed = schema.safeParse(entry[kind]);
    if (parsed.success) return { name, folder, value: parsed.data };
    const [{ path = [] } = {}] = parsed.error.issues;
    throw new ClusterConfigError(`The ${kind} ${quoted(name)} of the kubeconfig is not valid at "${path.join('.')}".`);
  }
  return undefined;
}

function noContext(files: readonly LoadedFile[], name: string): string {
  const names = files.flatMap(({ config }) => (config.contexts ?? []).map((context) => quoted(context.name)));
  const shown = [...new Set(names)].slice(0, shownNames).join(', ');
  const advice = shown === '' ? 'It has none.' : `Set --kube-context to one of these: ${shown}.`;
  return `The kubeconfig has no context ${quoted(name)}. ${advice}`;
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, shownLength));
}
