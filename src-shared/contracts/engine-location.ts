import { z } from 'zod';

/** Where the sandboxes of a daemon run. */
export const EngineLocation = z.enum(['machine', 'cluster']).meta({
  id: 'EngineLocation',
  description: 'cluster: Kubernetes, so code leaves the machine of the daemon.',
});
export type EngineLocation = z.infer<typeof EngineLocation>;

/** Maximum length of the name of a cluster and its namespace, in UTF-16 units. */
export const clusterNameLength = 200;
