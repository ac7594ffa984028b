interface Located {
  place: 'machine' | 'cluster';
  cluster?: string | undefined;
}

/** Returns the sentence that names the cluster in which programs run; undefined if they run on the daemon's machine. */
export function clusterSentence(engine: Located): string | undefined {
  const name = clusterOf(engine);
  return name && `Programs run in the ${name}, not on this machine.`;
}

/** Returns the cluster as a noun, such as `cluster prod-eu, namespace tools`; undefined if there is none. */
export function clusterOf({ place, cluster = 'of this daemon' }: Located): string | undefined {
  return place === 'cluster' ? `cluster ${cluster}` : undefined;
}
