/** Limits of the network of one run with rules (docs/network.md). Sizes are in bytes, times in milliseconds. */
export const networkLimits = {
  rules: 64,
  portsOfRule: 8,
  methodsOfRule: 16,
  pathsOfRule: 16,
  pathCharacters: 256,
  /** Host names that get an address. */
  names: 256,
  /** Open connections. */
  connections: 64,
  /** Open connections of a live sandbox. Its other 16 channels are for processes and files. */
  connectionsOfSandbox: 48,
  /** Questions for host names at the name servers of the machine. */
  lookups: 1000,
  headerBytes: 16 * 1024,
  /** A body in which a placeholder is replaced. */
  replacedBodyBytes: 1024 * 1024,
  /** All bytes of the run, each way. */
  totalBytes: 1024 ** 3,
  connectMs: 10_000,
  headersMs: 30_000,
  idleMs: 60_000,
  /** Time for a person to decide about a connection that is held. */
  heldMs: 60_000,
  /** Size of a decoded response, as a multiple of the encoded one. */
  decodedRatio: 100,
  /** Entries of an account's ceiling, and hosts of an API key. */
  ceilingEntries: 256,
} as const;
