/** Processor time of a sandbox: the quota of the namespace is a multiple of it. */
export const podCpu = {
  /** Reserved on the node, in thousandths of a core. */
  requestMillicores: 250,
  /** The most that a sandbox gets. */
  limitCores: 1,
} as const;
