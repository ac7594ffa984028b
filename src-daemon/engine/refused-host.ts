const before = 'Access to ';
const after = ' was refused: it is not a host of the package index.';

/**
 * Returns the line of an installation's log for a host that it asked for and may not reach. resources/installer/forwarder.py
 * writes the same line.
 */
export function refusedHostLine(host: string): string {
  return `${before}${host}${after}`;
}

/** Maximum number of hosts that are reported for one installation. A package can ask for any number. */
const reportedCap = 20;

/** Returns a function that adds this line to the log for a host, once for each of the first 20. */
export function createRefusalReport(onLine: (line: string) => void): (host: string) => void {
  const reported = new Set<string>();
  return (host) => {
    if (reported.has(host) || reported.size === reportedCap) return;
    reported.add(host);
    onLine(refusedHostLine(host));
  };
}

/** Returns the host in such a line, or undefined for another line. */
export function refusedHostIn(line: string): string | undefined {
  if (!line.startsWith(before) || !line.endsWith(after)) return undefined;
  return line.slice(before.length, -after.length);
}

/** Returns the reason why an installation failed that asked for a host that it may not reach. */
export function explainRefusedHost(host: string): string {
  return (
    `The installation tried to reach ${host}, but it can reach only its package index. An index, a requirement or a build ` +
    'script named that host. Choose packages that need no other host, or an index that serves all files itself.'
  );
}
