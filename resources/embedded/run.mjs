// One run, whatever the language: its limits, its output, its end.

import { writeFrame } from './job-pipe.mjs';
import { createMemoryFs } from './memory-fs.mjs';
import { collectResultFiles } from './result-files.mjs';
import { createTree } from './tree.mjs';

/** @typedef {import('./job-pipe.mjs').Job} Job */
/** @typedef {{ exitCode: number | null, signal: string | null, timedOut: boolean, oom: boolean }} Ending */

/** A frame of output; the reader refuses one of over 1 MiB. */
const frameBytes = 256 * 1024;
const scratch = { bytes: 64 * 1024 * 1024, nodes: 4096 };

export function createRun() {
  const fs = createMemoryFs(scratch);
  const tree = createTree(fs);
  for (const path of ['/work', '/tmp']) tree.makeFolder([fs.root], path);
  /** @type {Job | undefined} */
  let job;
  let startedAt = Number.POSITIVE_INFINITY;
  let stdinAt = 0;
  const sent = { stdout: 0, stderr: 0 };
  const truncated = { stdout: false, stderr: false };

  /** Puts the job's files in place and starts the clock; from here on the program is the user's. @param {Job} next */
  function begin(next) {
    job = next;
    try {
      for (const { path, content } of next.files) placeFile(tree, `/work/${path}`, content);
    } catch (error) {
      writeFrame('F', Buffer.from(JSON.stringify({ stage: 'files', error: /** @type {any} */ (error).code ?? 'EIO' })));
      process.exit(0);
    }
    startedAt = performance.now();
    writeFrame('S');
  }

  /** @param {'stdout' | 'stderr'} stream @param {Uint8Array} bytes */
  function write(stream, bytes) {
    const left = (job?.outputCapBytes ?? 0) - sent[stream];
    if (bytes.length > left) truncated[stream] = true;
    const kept = bytes.subarray(0, Math.max(left, 0));
    sent[stream] += kept.length;
    for (let at = 0; at < kept.length; at += frameBytes)
      writeFrame(stream === 'stdout' ? 'o' : 'e', kept.subarray(at, at + frameBytes));
  }

  /** @param {Uint8Array} into */
  function readStdin(into) {
    const piece = job?.stdin.subarray(stdinAt, stdinAt + into.length) ?? new Uint8Array();
    into.set(piece);
    stdinAt += piece.length;
    return piece.length;
  }

  /** Sends what the program left and its status; ends this process. @param {Ending & { memoryPeakBytes: number }} ending @returns {never} */
  function end(ending) {
    const wallMs = performance.now() - startedAt;
    writeFrame('D');
    const work = tree.find([fs.root], '/work');
    const cap = job?.filesCap ?? { count: 0, totalBytes: 0 };
    const programName = job?.programName ?? '';
    const { files, omitted } =
      work.kind === 'folder'
        ? collectResultFiles(work, { programName, cap })
        : { files: [], omitted: { count: 0, size: 0, unreadable: 0 } };
    for (const { path, content } of files) {
      const name = Buffer.from(path);
      const size = Buffer.alloc(4);
      size.writeUInt32BE(name.length);
      writeFrame('f', size, name, content);
    }
    const status = { ...ending, wallMs, truncated, filesOmitted: omitted };
    writeFrame('X', Buffer.from(JSON.stringify(status)));
    process.reallyExit(0);
    throw new Error('unreachable');
  }

  return {
    fs,
    tree,
    begin,
    write,
    readStdin,
    end,
    msLeft: () => (job === undefined ? Number.POSITIVE_INFINITY : job.timeoutMs - (performance.now() - startedAt)),
  };
}

/** @param {ReturnType<typeof createTree>} tree @param {string} path @param {Uint8Array} content */
function placeFile(tree, path, content) {
  const root = [tree.fs.root];
  const names = path.split('/').slice(1, -1);
  for (let depth = 1; depth <= names.length; depth++) {
    const folder = `/${names.slice(0, depth).join('/')}`;
    try {
      tree.makeFolder(root, folder);
    } catch (error) {
      if (/** @type {any} */ (error).code !== 'EEXIST') throw error;
    }
  }
  const { node } = tree.open(root, path, { create: true, exclusive: true, write: true });
  if (node.kind !== 'file') return;
  tree.fs.write(node, 0, content);
  node.isChanged = false;
}
