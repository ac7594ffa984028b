import type { Calls } from './calls.ts';
import type { PackageInfo, PackageSpec } from './generated/api.ts';
import type { CallOptions, EventOf } from './operations.ts';
import { sleep } from './transport.ts';

const pollMs = 500;

/** The package lists. */
export function createPackageCalls({ request, events }: Calls) {
  const list = async (options: CallOptions = {}): Promise<PackageInfo[]> =>
    (await request('GET /api/v1/packages', options)).packages;

  return {
    list,

    /** Replaces the lists of all languages. They are installed in the background. */
    set: async (packages: PackageSpec[], options: CallOptions = {}): Promise<PackageInfo[]> =>
      (await request('PUT /api/v1/packages', { body: { packages }, ...options })).packages,

    /** Adds a package, which is installed in the background. */
    add: (spec: PackageSpec, options: CallOptions = {}): Promise<PackageInfo> =>
      request('POST /api/v1/packages', { body: spec, ...options }),

    remove: (language: string, name: string, options: CallOptions = {}): Promise<undefined> =>
      request('DELETE /api/v1/packages/{language}/{name}', { params: { language, name }, ...options }),

    /** Returns the lists once no package is being installed: each is then `installed` or `failed`. */
    wait: async (options: CallOptions = {}): Promise<PackageInfo[]> => {
      while (true) {
        const packages = await list(options);
        if (packages.every(({ status }) => status !== 'installing')) return packages;
        await sleep(pollMs, options.signal);
      }
    },

    /** Yields the events of installations until the caller leaves the loop. */
    events: (options: CallOptions = {}): AsyncGenerator<EventOf<'GET /api/v1/packages/events'>, void> =>
      events('GET /api/v1/packages/events', options),
  };
}
