import type { EndpointSpec } from '../../../src-shared/endpoint.ts';
import { sendingOf } from '../api-client.ts';

const root = '/api/v1/sandboxes/:id';

/** Valid bodies of the operations that require one. A new operation without a line here fails the tests that walk them. */
const bodies: Record<string, unknown> = {
  'POST /network/decisions': { host: 'api.example.com', port: 443, decision: 'deny' },
  'PATCH ': {},
  'POST /processes': { command: ['true'] },
  'POST /processes/stream': { command: ['true'] },
  'POST /processes/:pid/stdin': { text: '' },
  'POST /processes/:pid/signal': { signal: 'SIGTERM' },
  'POST /contexts/:cid/cells': { code: '1' },
  'POST /contexts/:cid/cells/stream': { code: '1' },
  'POST /contexts/:cid/complete': { code: '1', cursor: 0 },
  'POST /contexts/:cid/inspect': { code: '1', cursor: 0 },
  'PUT /files/*path': 'content',
  'POST /folders': { path: 'a' },
  'POST /moves': { from: 'a', to: 'b' },
};

/** Returns the operations on one sandbox among those that are mounted. */
export function sandboxOperations(mounted: readonly EndpointSpec[]): EndpointSpec[] {
  return mounted.filter(({ path }) => path.startsWith(root));
}

/** Returns a request of a valid form, so that only the missing right can refuse it. */
export function operationOn(spec: EndpointSpec, id: string, credential: Record<string, string>) {
  const body = bodies[`${spec.method} ${spec.path.slice(root.length)}`];
  const params = { id, cid: 'default', cell: 'cell_1', pid: '1', path: 'a' };
  return sendingOf(spec, { params, ...(body !== undefined && { body }) }, credential);
}
