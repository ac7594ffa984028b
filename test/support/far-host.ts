import { execFile, execFileSync, spawn } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * A machine somewhere out there, in a network namespace of the test's own: behind a link of this machine, with an
 * address of the documentation's (RFC 5737), which is shaped like a public one, and private ones besides.
 */
export interface FarHost {
  /** Public in shape, at the far end. */
  address: string;
  /** Private addresses at the far end, which this machine reaches. */
  privateAddresses: readonly string[];
  /** This machine's own addresses on the link: one public in shape, one where clouds have their metadata. */
  ownAddresses: readonly string[];
  /** Where the far end greets over TCP. */
  port: number;
  remove(): Promise<void>;
}

const address = '203.0.113.2';
const ownAddresses = ['203.0.113.1', '169.254.169.254'];
const privateAddresses = ['10.98.76.5', '172.29.76.5', '192.168.76.5', '100.100.76.5', '198.18.76.5', '168.63.129.16'];
const port = 8080;
const space = 'strongroom-far';
const link = 'sr-far0';

/** Whether this machine lets the test make one. */
export function canMakeFarHost(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('ip', ['netns', 'list'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Makes it; one that a test before this left behind goes first. */
export async function makeFarHost(): Promise<FarHost> {
  await removeFarHost();
  await ip('netns', 'add', space);
  await ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'far', 'netns', space);
  for (const own of ownAddresses) await ip('address', 'add', `${own}/${own.startsWith('203') ? 24 : 32}`, 'dev', link);
  await ip('link', 'set', link, 'up');
  await inside('link', 'set', 'lo', 'up');
  await inside('link', 'set', 'far', 'up');
  await inside('address', 'add', `${address}/24`, 'dev', 'far');
  await inside('route', 'add', 'default', 'via', '203.0.113.1');
  for (const one of privateAddresses) {
    await inside('address', 'add', `${one}/32`, 'dev', 'far');
    await ip('route', 'add', `${one}/32`, 'via', address);
  }
  const greeter = spawn('ip', ['netns', 'exec', space, process.execPath, '-e', greeting], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => greeter.stdout.once('data', resolve));
  return {
    ...{ address, privateAddresses, ownAddresses, port },
    remove: async () => {
      greeter.kill('SIGKILL');
      await removeFarHost();
    },
  };
}

/** Ends with the test, whose end its standard input is. */
const greeting = `
require('node:net').createServer((socket) => socket.on('error', () => {}).end('hello from far'))
  .listen(${port}, '0.0.0.0', () => console.log('up'));
process.stdin.resume().on('end', () => process.exit());`;

/** A listener of this machine on all of its addresses, which counts who comes. */
export async function listenEverywhere(): Promise<{ port: number; server: Server; count: () => number }> {
  let visits = 0;
  const server = createServer((socket) => {
    visits++;
    socket.on('error', () => {}).end('hello from the host');
  });
  await new Promise<void>((resolve) => server.listen(0, '::', resolve));
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('no port');
  return { port: at.port, server, count: () => visits };
}

async function removeFarHost(): Promise<void> {
  await ip('netns', 'delete', space).catch(() => {});
  await ip('link', 'delete', link).catch(() => {});
}

function inside(...words: string[]): Promise<unknown> {
  return execute('ip', ['-n', space, ...words]);
}

function ip(...words: string[]): Promise<unknown> {
  return execute('ip', words);
}
