/** Names of the labels and annotations of everything that is created in a cluster, so that a restart finds what it owns. */
export const podKeys = {
  /** Label: `sandboxRole`. The network policy of the namespace selects it. */
  role: 'app.strongroom/role',
  /** Label: the instance of the daemon. */
  instance: 'app.strongroom/instance',
  /** Annotation: the id of the run. */
  execution: 'app.strongroom/execution',
  /** Annotation: the id of the live sandbox. */
  liveSandbox: 'app.strongroom/sandbox',
} as const;

/** The role of a pod that is a sandbox. */
export const sandboxRole = 'sandbox';
