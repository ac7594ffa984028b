/** The description of the fake API server, which clients such as kubectl read before their requests. */

const all = ['create', 'delete', 'get', 'list', 'watch'];

const groups: Readonly<Record<string, { name: string; kind: string; verbs: string[] }[]>> = {
  v1: [
    { name: 'pods', kind: 'Pod', verbs: all },
    { name: 'pods/attach', kind: 'PodAttachOptions', verbs: ['create', 'get'] },
  ],
  'coordination.k8s.io/v1': [{ name: 'leases', kind: 'Lease', verbs: ['create', 'delete', 'get'] }],
  'authorization.k8s.io/v1': [{ name: 'selfsubjectaccessreviews', kind: 'SelfSubjectAccessReview', verbs: ['create'] }],
};

/** Returns the answer to a GET of a path of discovery (APIVersions, APIGroupList, APIResourceList), or undefined. */
export function discoveryOf(pathname: string): object | undefined {
  if (pathname === '/api') return { kind: 'APIVersions', versions: ['v1'] };
  if (pathname === '/apis') return { kind: 'APIGroupList', apiVersion: 'v1', groups: groupList() };
  const groupVersion = pathname.replace(/^\/apis?\//, '');
  const resources = groups[groupVersion];
  if (resources === undefined) return undefined;
  const listed = resources.map((resource) => ({ singularName: '', namespaced: true, ...resource }));
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources: listed };
}

function groupList(): object[] {
  return Object.keys(groups).flatMap((groupVersion) => {
    const [name, version] = groupVersion.split('/');
    if (version === undefined) return [];
    const preferredVersion = { groupVersion, version };
    return [{ name, versions: [preferredVersion], preferredVersion }];
  });
}
