/** The description of a fake API server, which clients such as kubectl read before their requests. */

export interface FakeResource {
  name: string;
  kind: string;
  verbs: readonly string[];
  /** True by default. */
  namespaced?: boolean;
}

/** Resources by group and version: `v1`, `coordination.k8s.io/v1`. */
export type FakeGroups = Readonly<Record<string, readonly FakeResource[]>>;

/**
 * Returns the answer of a server with these groups to a GET of a path of discovery (APIVersions, APIGroupList,
 * APIResourceList), or undefined.
 */
export function discoveryOf(groups: FakeGroups, pathname: string): object | undefined {
  if (pathname === '/api') return { kind: 'APIVersions', versions: ['v1'] };
  if (pathname === '/apis') return { kind: 'APIGroupList', apiVersion: 'v1', groups: groupList(groups) };
  const groupVersion = pathname.replace(/^\/apis?\//, '');
  const resources = groups[groupVersion];
  if (resources === undefined) return undefined;
  const listed = resources.map((resource) => ({ singularName: '', namespaced: true, ...resource }));
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources: listed };
}

function groupList(groups: FakeGroups): object[] {
  return Object.keys(groups).flatMap((groupVersion) => {
    const [name, version] = groupVersion.split('/');
    if (version === undefined) return [];
    const preferredVersion = { groupVersion, version };
    return [{ name, versions: [preferredVersion], preferredVersion }];
  });
}
