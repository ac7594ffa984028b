import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * A machine in its own network namespace, behind a link of this machine. It has an address of the
 * documentation range (RFC 5737), which counts as public, and may have private ones.
 */
export interface FarHost {
  /** The public address of the far host. */
  address: string;
  /** A public address of the far host in the network of the link, where it is a neighbour of this machine. */
  neighbour: string;
  /** Private addresses of the far host, which this machine reaches. */
  privateAddresses: readonly string[];
  /** This machine's addresses on the link: a public one, and the address of cloud metadata services. */
  ownAddresses: readonly string[];
  /** TCP port at which the far host sends a greeting. */
  port: number;
  /** Starts another Node program there and resolves when it prints something. It exits with the host or the test. */
  start(program: string, environment: Record<string, string>): Promise<void>;
  remove(): Promise<void>;
}

/** Suites that run at the same time need far hosts with different names and networks. */
export interface FarHostPlan {
  /** Name of the namespace and the link, of at most 9 characters. */
  name: string;
  /** The first three numbers of its public network, of which it has eight addresses. */
  network: string;
  /** Further addresses of this machine on the link. */
  ownAddresses: readonly string[];
  privateAddresses: readonly string[];
}

const withPrivateAddresses: FarHostPlan = {
  name: 'far0',
  network: '203.0.113',
  ownAddresses: ['169.254.169.254'],
  privateAddresses: ['10.98.76.5', '172.29.76.5', '192.168.76.5', '100.100.76.5', '198.18.76.5', '168.63.129.16'],
};
const port = 8080;

/** Returns true if this machine allows the test to make a far host. */
export function canMakeFarHost(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('ip', ['netns', 'list'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Makes a far host. Waits until no other test uses the name, and removes the leftovers of an earlier test. */
export async function makeFarHost(plan: FarHostPlan = withPrivateAddresses): Promise<FarHost> {
  const space = `strongroom-${plan.name}`;
  const link = `sr-${plan.name}`;
  const address = `${plan.network}.2`;
  const gateway = `${plan.network}.1`;
  const neighbour = `${plan.network}.6`;
  // The link has a private network, because the public addresses of a link are closed, too.
  const linkNetwork = `10.254.${plan.network.split('.')[2]}`;
  const nextHop = `${linkNetwork}.2`;
  const lock = await takeLock(space);
  await removeLeftOver(space, link);
  await ip('netns', 'add', space);
  await ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'far', 'netns', space);
  await ip('address', 'add', `${linkNetwork}.1/30`, 'dev', link);
  // Few addresses: other tests may need a real server in the rest of the network, such as a mirror of packages.
  await ip('address', 'add', `${plan.network}.5/30`, 'dev', link);
  for (const own of [gateway, ...plan.ownAddresses]) await ip('address', 'add', `${own}/32`, 'dev', link);
  await ip('link', 'set', link, 'up');
  const inside = (...args: string[]) => ip('-n', space, ...args);
  await inside('link', 'set', 'lo', 'up');
  await inside('link', 'set', 'far', 'up');
  await inside('address', 'add', `${nextHop}/30`, 'dev', 'far');
  await inside('address', 'add', `${neighbour}/30`, 'dev', 'far');
  await inside('address', 'add', `${address}/32`, 'dev', 'far');
  await inside('route', 'add', 'default', 'via', `${linkNetwork}.1`);
  await ip('route', 'add', `${address}/32`, 'via', nextHop, 'src', gateway);
  for (const one of plan.privateAddresses) {
    await inside('address', 'add', `${one}/32`, 'dev', 'far');
    await ip('route', 'add', `${one}/32`, 'via', nextHop);
  }
  const programs: ChildProcess[] = [];
  const start = async (program: string, environment: Record<string, string>) => {
    programs.push(await startInside(space, program, environment));
  };
  await start(greeting, {});
  return {
    ...{ address, neighbour, port, start },
    privateAddresses: plan.privateAddresses,
    ownAddresses: [gateway, ...plan.ownAddresses],
    remove: async () => {
      for (const program of programs) program.kill('SIGKILL');
      await removeLeftOver(space, link);
      lock.close();
    },
  };
}

const greeting = `
require('node:net').createServer((socket) => socket.on('error', () => {}).end('hello from far'))
  .listen(${port}, '0.0.0.0', () => console.log('up'));`;

/** The program exits when its standard input closes, which happens at the end of the test process. */
const endsWithTest = `process.stdin.resume().on('end', () => process.exit());`;

async function startInside(space: string, program: string, environment: Record<string, string>): Promise<ChildProcess> {
  const child = spawn('ip', ['netns', 'exec', space, process.execPath, '-e', program + endsWithTest], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('exit', () => reject(new Error('the program of the far host ended before it was up')));
  });
  return child;
}

/** An abstract socket is a lock that ends with its process. */
async function takeLock(name: string): Promise<Server> {
  for (;;) {
    const server = createServer();
    const isTaken = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(`\0${name}`, () => resolve(true));
    });
    if (isTaken) return server;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Listens on all addresses of this machine and counts the connections. */
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

async function removeLeftOver(space: string, link: string): Promise<void> {
  await ip('netns', 'delete', space).catch(() => {});
  await ip('link', 'delete', link).catch(() => {});
}

function ip(...args: string[]): Promise<unknown> {
  return execute('ip', args);
}
