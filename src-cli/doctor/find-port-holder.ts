import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface PortHolder {
  pid: number;
  /** As the process list has it. */
  name: string;
}

const listening = '0A';

/** Who listens on a TCP port of this machine (proc(5), Linux); undefined elsewhere, and for another user's process. */
export function findPortHolder(port: number): PortHolder | undefined {
  const sockets = new Set([...listenersIn('/proc/net/tcp', port), ...listenersIn('/proc/net/tcp6', port)]);
  if (sockets.size === 0) return undefined;
  const pid = orNone(() => readdirSync('/proc')).find((name) => /^\d+$/.test(name) && holdsOne(name, sockets));
  if (pid === undefined) return undefined;
  const [name = ''] = orNone(() => [readFileSync(`/proc/${pid}/comm`, 'utf8').trim()]);
  return { pid: Number(pid), name };
}

/** The sockets of the table that listen on the port, as the links in /proc/PID/fd name them. */
function listenersIn(table: string, port: number): string[] {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return orNone(() => readFileSync(table, 'utf8').split('\n'))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(ending) && state === listening)
    .map((columns) => `socket:[${columns[9]}]`);
}

function holdsOne(pid: string, sockets: ReadonlySet<string>): boolean {
  const files = orNone(() => readdirSync(`/proc/${pid}/fd`));
  return files.some((file) => orNone(() => [readlinkSync(`/proc/${pid}/fd/${file}`)]).some((to) => sockets.has(to)));
}

/** Processes come and go, and those of others cannot be read. */
function orNone(read: () => string[]): string[] {
  try {
    return read();
  } catch {
    return [];
  }
}
