import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { visibleLine } from '../src-shared/formats/visible-text.ts';

/** A process and its name, which the process can choose. No fields if it belongs to another user. */
export type PortHolder = { pid: number; name: string } | { pid?: undefined };

export type LoopbackAddress = '127.0.0.1' | '::1';

const listening = '0A';
const lsofLimitMs = 2000;

/** The local addresses in proc(5)'s tables that accept connections to an address: itself and "any", in each table. */
const accepting: Record<LoopbackAddress, readonly string[]> = {
  '127.0.0.1': ['0100007F', '00000000', '0000000000000000FFFF00000100007F', '0'.repeat(32)],
  '::1': ['00000000000000000000000001000000', '0'.repeat(32)],
};

/** Finds the process that listens on a TCP port of this machine. Undefined if there is none, or it cannot be determined. */
export function findPortHolder(port: number, address: LoopbackAddress = '127.0.0.1'): PortHolder | undefined {
  return process.platform === 'linux' ? findInProc(port, address) : findByLsof(port, address);
}

/** Returns "node (pid 7)", or "another program". */
export function namePortHolder(holder: PortHolder | undefined): string {
  return holder?.pid === undefined ? 'another program' : `${holder.name} (pid ${holder.pid})`;
}

function findInProc(port: number, address: LoopbackAddress): PortHolder | undefined {
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'];
  const sockets = new Set(tables.flatMap((table) => listenersIn(table, port, accepting[address])));
  if (sockets.size === 0) return undefined;
  const pid = orEmpty(() => readdirSync('/proc')).find((name) => /^\d+$/.test(name) && holdsOne(name, sockets));
  if (pid === undefined) return {};
  const [name = ''] = orEmpty(() => [readFileSync(`/proc/${pid}/comm`, 'utf8')]);
  return { pid: Number(pid), name: visibleLine(name.trim()) };
}

/** Returns the table's sockets that listen on the port, in the form of the links in /proc/PID/fd. */
function listenersIn(table: string, port: number, addresses: readonly string[]): string[] {
  const ending = port.toString(16).toUpperCase().padStart(4, '0');
  const localAddresses = addresses.map((address) => `${address}:${ending}`);
  return orEmpty(() => readFileSync(table, 'utf8').split('\n'))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local !== undefined && localAddresses.includes(local) && state === listening)
    .map((columns) => `socket:[${columns[9]}]`);
}

function holdsOne(pid: string, sockets: ReadonlySet<string>): boolean {
  const files = orEmpty(() => readdirSync(`/proc/${pid}/fd`));
  return files.some((file) => orEmpty(() => [readlinkSync(`/proc/${pid}/fd/${file}`)]).some((to) => sockets.has(to)));
}

/** lsof(8), -F: one line `pPID` and one line `cNAME` for each process. */
function findByLsof(port: number, address: LoopbackAddress): PortHolder | undefined {
  if (process.platform === 'win32') return undefined;
  // A listener on every IPv6 address may take IPv4 connections as well.
  const filter = address === '::1' ? `-i6TCP:${port}` : `-iTCP:${port}`;
  const args = ['-nP', filter, '-sTCP:LISTEN', '-Fpc'];
  const { stdout } = spawnSync('lsof', args, { encoding: 'utf8', timeout: lsofLimitMs });
  const [, pid, name] = /^p(\d+)\nc(.*)$/m.exec(stdout ?? '') ?? [];
  return pid === undefined ? undefined : { pid: Number(pid), name: visibleLine((name ?? '').trim()) };
}

/** Returns an empty list if the read fails: a process may exit, or belong to another user. */
function orEmpty(read: () => string[]): string[] {
  try {
    return read();
  } catch {
    return [];
  }
}
