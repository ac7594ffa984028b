import * as contract from '../../../src-shared/contracts/sandboxes/files.contract.ts';
import type { Entry } from '../../engine/live-sandbox.ts';
import { EventStreamReply, FileReply, StatusReply } from '../../http/handler.ts';
import { type EndpointHost, mountEndpoints } from '../../http/mount-endpoints.ts';
import type { SandboxFiles } from './files.service.ts';

const { readSandboxFile, writeSandboxFile, deleteSandboxFile, listEntries, readEntry } = contract;
const { watchEntries, makeFolder, moveEntry } = contract;

export function mountSandboxFiles(host: EndpointHost, files: SandboxFiles): void {
  mountEndpoints(
    host,
    {
      ...{ readSandboxFile, writeSandboxFile, deleteSandboxFile, listEntries, readEntry },
      ...{ watchEntries, makeFolder, moveEntry },
    },
    {
      readSandboxFile: async ({ actor, params }) => new FileReply(await files.read(actor, params)),
      writeSandboxFile: async ({ actor, params, query, body, headers }) => {
        const upload = {
          ...{ chunks: body, contentLength: body.contentLength },
          ...{ isNew: headers['If-None-Match'] === '*', isExecutable: query.executable },
        };
        const { isNew, entry } = await files.write(actor, params, upload);
        return new StatusReply(isNew ? 201 : 200, toEntry(entry));
      },
      deleteSandboxFile: ({ actor, params }) => files.remove(actor, params),
      listEntries: async ({ actor, params, query: { path = '', depth = 1 } }) => {
        const { entries, isCut } = await files.list(actor, { ...params, path, depth });
        return { entries: entries.map(toEntry), truncated: isCut };
      },
      readEntry: async ({ actor, params, query: { path = '' } }) =>
        toEntry(await files.stat(actor, { ...params, path })),
      watchEntries: async ({ actor, params, query: { path = '', recursive = false }, signal }) =>
        new EventStreamReply(await files.watch(actor, { ...params, path, isRecursive: recursive, signal })),
      makeFolder: async ({ actor, params, body }) =>
        toEntry(await files.makeFolder(actor, { ...params, path: body.path })),
      moveEntry: async ({ actor, params, body: { from, to, replace = false } }) =>
        toEntry(await files.move(actor, params.id, { from, to, replaces: replace })),
    },
  );
}

/** The last time that the API can show. A program can set any time. */
const lastTime = Date.UTC(9999, 11, 31);

function toEntry({ modifiedAt, ...entry }: Entry): contract.Entry {
  return { ...entry, modifiedAt: new Date(Math.min(Math.max(modifiedAt, 0), lastTime)).toISOString() };
}
