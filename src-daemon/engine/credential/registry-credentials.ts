import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { decodeBase64 } from '../../../src-shared/formats/base64.ts';
import type { Environment } from '../../../src-shared-node/runtime-dir.ts';
import { parseJson } from '../../wire/json.ts';
import { findSmallFile } from '../kubernetes/link/read-small-file.ts';
import { runCredentialProgram } from './credential-program.ts';

/** The credentials that the Docker engine sends to a registry (Docker Engine API, `X-Registry-Auth`). */
export type RegistryCredentials =
  | { serveraddress: string; username: string; password: string }
  | { serveraddress: string; identitytoken: string };

/** The names of Docker Hub. */
export const hubHosts = ['docker.io', 'index.docker.io'];
/** The name under which Docker stores the credentials of Docker Hub. */
const hubKey = 'https://index.docker.io/v1/';
/** The user name that stands for an identity token (docker/cli, `cli/config/credentials`). */
const tokenUser = '<token>';
/** Part of the output of a helper without credentials for a registry (docker/docker-credential-helpers, `credentials`). */
const notFound = 'credentials not found';

const Entry = z.object({
  auth: z.string().nullish(),
  username: z.string().nullish(),
  password: z.string().nullish(),
  identitytoken: z.string().nullish(),
});

const DockerConfig = z.object({
  auths: z.record(z.string(), Entry).nullish(),
  credsStore: z.string().nullish(),
  credHelpers: z.record(z.string(), z.string()).nullish(),
});

const HelperOutput = z.object({ Username: z.string(), Secret: z.string() });

/**
 * Returns the credentials that `docker login` stored for a registry, in the configuration of Docker or by a credential
 * helper; undefined if there are none. Follows the order of the Docker command.
 * @param host `host[:port]`
 * @param env the environment of this process: `DOCKER_CONFIG` names the folder of the configuration
 * @throws Error with a message for users, without any credential
 */
export async function findCredentials(host: string, env: Environment): Promise<RegistryCredentials | undefined> {
  const path = join(env.DOCKER_CONFIG || join(homedir(), '.docker'), 'config.json');
  const text = await findSmallFile(path, 'The configuration of Docker');
  if (text === undefined) return undefined;
  const parsed = DockerConfig.safeParse(parseJson(text.toString('utf8')));
  if (!parsed.success) {
    const [{ path: field = [] } = {}] = parsed.error.issues;
    throw new Error(`The configuration of Docker ${path} is not valid at "${String(field[0] ?? '')}".`);
  }
  const { auths, credsStore, credHelpers } = parsed.data;
  const key = hubHosts.includes(host) ? hubKey : host;
  const helper = credHelpers?.[key] || credsStore;
  if (helper) return askHelper(helper, key, env);
  const entry = auths?.[key] ?? Object.entries(auths ?? {}).find(([name]) => hostOf(name) === hostOf(key))?.[1];
  return entry && readEntry(entry, key);
}

function readEntry({ auth, username, password, identitytoken }: z.infer<typeof Entry>, key: string) {
  if (identitytoken) return { serveraddress: key, identitytoken };
  if (username && password) return { serveraddress: key, username, password };
  if (!auth) return undefined;
  const text = Buffer.from(decodeBase64(auth) ?? []).toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1) throw new Error(`The stored credentials of ${key} cannot be read. ${login(key)}`);
  // Old versions of Docker padded the password with NUL.
  const [secret = ''] = text.slice(colon + 1).split('\0', 1);
  return { serveraddress: key, username: text.slice(0, colon), password: secret };
}

/** Entries can be addresses: `https://registry.example.com/v2/`. */
function hostOf(key: string): string {
  return key.replace(/^https?:\/\//, '').split('/', 1)[0] ?? '';
}

async function askHelper(helper: string, key: string, env: Environment): Promise<RegistryCredentials | undefined> {
  // A path would start another program than one that the user has installed for this.
  if (!/^[\w.-]{1,64}$/.test(helper))
    throw new Error('The configuration of Docker names a credential helper that is not the end of a program name.');
  const name = `The credential helper docker-credential-${helper}`;
  const program = { command: `docker-credential-${helper}`, args: ['get'], env, input: key };
  const { output, failure } = await runCredentialProgram(program).catch((error: Error) => {
    throw new Error(`${name} ${error.message} ${login(key)}`);
  });
  if (failure !== undefined) {
    if (output.includes(notFound)) return undefined;
    throw new Error(`${name} failed (${failure}). ${login(key)}`);
  }
  const parsed = HelperOutput.safeParse(parseJson(output));
  if (!parsed.success) throw new Error(`${name} did not print credentials. ${login(key)}`);
  const { Username: username, Secret: secret } = parsed.data;
  if (username === tokenUser) return { serveraddress: key, identitytoken: secret };
  return { serveraddress: key, username, password: secret };
}

function login(key: string): string {
  return `Log in again: docker login${key === hubKey ? '' : ` ${key}`}`;
}
