import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Health } from '../../src-shared/contracts/service.contract.ts';
import { clusterSentence } from '../../src-shared/formats/cluster-sentence.ts';
import { findDataHolder } from '../../src-shared-node/data-holder.ts';
import type { Locations } from '../../src-shared-node/locations.ts';
import { findPortHolder, namePortHolder } from '../../src-shared-node/port-holder.ts';
import { isSafeNode, stepToSafeNode } from '../../src-shared-node/safe-node.mjs';
import type { RequestedDaemon } from '../client/send.ts';
import type { Tools } from '../toolbox.ts';
import { type Finding, ok } from './finding.ts';

const gibibyte = 1024 ** 3;
const lowBytes = 2 * gibibyte;

/** Checks the daemon's own health report, and the machine that it runs on. */
export function checkMachine(
  { surroundings, connector }: Tools,
  health: Health,
  { url, socketPath }: RequestedDaemon,
): Finding[] {
  return [
    checkVersion(health.version, surroundings.version),
    checkNode(process.versions.node, surroundings.lowestNode),
    ok('address', url),
    ...checkConnection(socketPath, url),
    ...(socketPath === undefined ? [] : [checkHolder(connector.locations)]),
    checkEngine(health.engine),
    checkKeyStore(health.keyStore),
    health.database === 'ok'
      ? ok('database', 'opens and answers')
      : {
          name: 'database',
          status: 'failure',
          found: 'does not answer',
          nextStep: 'Unlock the keychain. If it is unlocked, read the log in the data folder, or restore a backup.',
        },
    checkDisk(connector.locations.dataDir),
  ];
}

/** Reports the daemon's socket, and another program that uses the daemon's port on the second loopback address. */
function checkConnection(socketPath: string | undefined, url: string): Finding[] {
  if (socketPath === undefined) return [];
  const { port } = new URL(url);
  const holder = findPortHolder(Number(port), '::1');
  const own = findPortHolder(Number(port), '127.0.0.1');
  const connection = ok('connection', socketPath);
  if (holder === undefined || holder.pid === own?.pid) return [connection];
  return [
    connection,
    {
      name: 'localhost',
      status: 'warning',
      found: `[::1]:${port} is taken by ${namePortHolder(holder)}`,
      nextStep: `Use ${url} in browsers, not localhost; or stop that program and start the daemon again.`,
    },
  ];
}

/** Names the process that has locked the data folder. */
function checkHolder(locations: Locations): Finding {
  const { pid } = findDataHolder(locations);
  const { dataDir } = locations;
  if (pid === undefined) return ok('data folder', `${dataDir}; the pid of its daemon is unknown`);
  return { ...ok('data folder', `${dataDir}, held by the daemon with pid ${pid}`), pid };
}

function checkVersion(daemon: string, own: string): Finding {
  const found = `command ${own}, daemon ${daemon}`;
  if (daemon === own) return ok('versions', found);
  return {
    name: 'versions',
    status: 'warning',
    found,
    nextStep: 'Stop the daemon; the next command starts the new one.',
  };
}

/** Checks that this command's Node, which also runs the daemon, has all known security fixes. */
export function checkNode(version: string, lowest: string): Finding {
  if (isSafeNode(version, lowest)) return ok('Node', `${version}; the lowest safe version is ${lowest}`);
  return {
    name: 'Node',
    status: 'failure',
    found: `${version}, but the lowest safe version is ${lowest}: earlier ones have known security holes`,
    nextStep: stepToSafeNode(lowest),
  };
}

function checkEngine(engine: Health['engine']): Finding {
  const { name, status, reason, nextStep } = engine;
  const where = clusterSentence(engine);
  const why = `${reason === undefined ? '' : ` (${reason})`}${where === undefined ? '' : `. ${where}`}`;
  if (status === 'ready') return ok('engine', `${name} is ready${why}`);
  const found = `${name}: ${status}${why}`;
  if (status === 'unavailable') return { name: 'engine', status: 'failure', found, nextStep: nextStep ?? engineStep };
  return { name: 'engine', status: 'warning', found, nextStep: nextStep ?? 'Wait; the image is built once.' };
}

/** For an engine that answers but lacks a requirement: its reason says what to change. */
const engineStep = 'Change the engine as described above; the daemon checks it every 10 s.';

function checkKeyStore(kind: Health['keyStore']): Finding {
  if (kind === 'os') return ok('key store', 'the keychain of the operating system');
  if (kind === 'passphrase') return ok('key store', 'a passphrase');
  return {
    name: 'key store',
    status: 'warning',
    found: 'a file: every program that can read it can decrypt your data',
    nextStep: 'If this machine has a keychain, stop the daemon and run "strongroom keystore move os".',
  };
}

/** Checks the free space of the data folder's disk. */
export function checkDisk(dataDir: string): Finding {
  const free = freeBytes(dataDir);
  if (free === undefined) return { name: 'disk', status: 'skipped', found: 'the free space is unknown' };
  const found = `${(free / gibibyte).toFixed(1)} GiB free at ${dataDir}`;
  if (free >= lowBytes) return ok('disk', found);
  return {
    name: 'disk',
    status: 'warning',
    found,
    nextStep: 'Free some space: images, packages and the history need it.',
  };
}

function freeBytes(path: string): number | undefined {
  for (let folder = path; ; folder = dirname(folder)) {
    try {
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize;
    } catch {
      if (folder === dirname(folder)) return undefined;
    }
  }
}
