/** Address of an engine on this machine: a Unix socket, a named pipe or a loopback port. */
export type EngineAddress = { socketPath: string } | { host: string; port: number };

/** Docker's port without TLS, which its command line uses for `tcp://localhost`. */
const defaultPort = 2375;

/**
 * Parses a value of DOCKER_HOST: `unix:///path`, `npipe:////./pipe/name` or `tcp://127.0.0.1:2375`.
 * @returns undefined if the engine is not on this machine: code and secrets must not leave it
 */
export function parseEngineHost(host: string): EngineAddress | undefined {
  const local = /^(?:unix|npipe):\/\/(.+)$/.exec(host);
  if (local?.[1] !== undefined) return { socketPath: local[1] };
  const loopback = /^(?:tcp|http):\/\/(localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?\/?$/.exec(host);
  if (loopback?.[1] === undefined) return undefined;
  return { host: loopback[1].replace(/[[\]]/g, ''), port: Number(loopback[2] ?? defaultPort) };
}
