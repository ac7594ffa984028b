/** Attached streams with both of their ends. */
import type { Duplex } from 'node:stream';
import { afterEach, beforeEach, vi } from 'vitest';
import { type ClusterApi, createClusterApi } from '../../../../src-daemon/engine/kubernetes/link/api.ts';
import { attach } from '../../../../src-daemon/engine/kubernetes/link/attach.ts';
import { type ApiServer, clusterOf, manifestOf, startApiServer } from '../../../support/kubernetes/api-server.ts';
import type { AttachFaults, Attachment } from '../../../support/kubernetes/pod-attachments.ts';

export const target = { pod: 'one', container: 'sandbox' };

export interface AttachFixture {
  server: ApiServer;
  api: ClusterApi;
  /** Attaches to the pod, and returns both ends. */
  attached(faults?: AttachFaults): Promise<{ near: Duplex; far: Attachment }>;
  stop(): Promise<void>;
}

/** Gives each test of the file a server with one pod. */
export function attachFixtureOfEach(): () => AttachFixture {
  let fixture: AttachFixture | undefined;
  beforeEach(async () => {
    fixture = await start();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await fixture?.stop();
  });
  return () => {
    if (fixture === undefined) throw new Error('the fixture is there in tests only');
    return fixture;
  };
}

async function start(): Promise<AttachFixture> {
  const server = await startApiServer();
  server.pods.create(manifestOf('one'));
  const api = createClusterApi(clusterOf(server));
  return {
    server,
    api,
    attached: async (faults = {}) => {
      server.attachments.faults = faults;
      const arrival = Promise.withResolvers<Attachment>();
      server.attachments.onAttach = arrival.resolve;
      const near = await attach(api, target);
      return { near, far: await arrival.promise };
    },
    stop: async () => {
      api.close();
      await server.stop();
    },
  };
}

/** Resolves with the error of a stream when it has closed. */
export async function errorOf(stream: Duplex): Promise<unknown> {
  if (!stream.closed) await new Promise((resolve) => stream.once('close', resolve));
  return stream.errored;
}

/** Returns bytes in which a piece that is missing or misplaced shows. */
export function patternBytes(length: number): Buffer {
  return Buffer.alloc(length, Buffer.from(Array.from({ length: 251 }, (_, index) => index)));
}

export function immediate(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
