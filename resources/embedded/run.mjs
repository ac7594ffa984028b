// One run of any language: its limits, its output and its status.
import { readMore, writeFrame } from './job-pipe.mjs';
import { createMemoryFs } from './memory-fs.mjs';
import { encodeFileHead, frameTypes, outputFrameBytes } from './protocol.mjs';
import { collectResultFiles } from './result-files.mjs';
import { createTree } from './tree.mjs';

/** @typedef {import('./job-pipe.mjs').Job} Job */
/** @typedef {import('./protocol.mjs').ChildStatus} ChildStatus */
/** @typedef {Pick<ChildStatus, 'exitCode' | 'signal' | 'timedOut' | 'oom' | 'memoryPeakBytes'>} Ending */

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

  /** Writes the job's files and starts the clock. From here on the user's program runs. @param {Job} next */
  function begin(next) {
    job = next;
    try {
      for (const { path, content } of next.files) addFile(tree, `/work/${path}`, content);
    } catch (error) {
      /** @type {import('./protocol.mjs').ChildFailure} */
      const failure = { stage: 'files', error: /** @type {any} */ (error).code ?? 'EIO' };
      writeFrame(frameTypes.failed, Buffer.from(JSON.stringify(failure)));
      process.exit(0);
    }
    startedAt = performance.now();
    writeFrame(frameTypes.started);
  }

  /** @param {'stdout' | 'stderr'} stream @param {Uint8Array} bytes */
  function write(stream, bytes) {
    const left = (job?.outputCapBytes ?? 0) - sent[stream];
    if (bytes.length > left) truncated[stream] = true;
    const kept = bytes.subarray(0, Math.max(left, 0));
    sent[stream] += kept.length;
    for (let at = 0; at < kept.length; at += outputFrameBytes)
      writeFrame(stream === 'stdout' ? frameTypes.stdout : frameTypes.stderr, kept.subarray(at, at + outputFrameBytes));
  }

  /** @param {Uint8Array} into */
  function readStdin(into) {
    const piece = job?.stdin.subarray(stdinAt, stdinAt + into.length) ?? new Uint8Array();
    into.set(piece);
    stdinAt += piece.length;
    return piece.length === 0 && job?.opensStdin ? readMore(into) : piece.length;
  }

  /** Sends the files that the program left and the status, then exits. @param {Ending} ending @returns {never} */
  function end(ending) {
    const wallMs = performance.now() - startedAt;
    writeFrame(frameTypes.ended);
    const work = tree.find([fs.root], '/work');
    const cap = job?.filesCap ?? { count: 0, totalBytes: 0 };
    const programName = job?.programName ?? '';
    const { files, omitted } =
      work.kind === 'folder'
        ? collectResultFiles(work, { programName, cap })
        : { files: [], omitted: { count: 0, size: 0, unreadable: 0 } };
    for (const { path, content } of files) writeFrame(frameTypes.file, encodeFileHead(path), content);
    /** @type {ChildStatus} */
    const status = { ...ending, wallMs, truncated, filesOmitted: omitted };
    writeFrame(frameTypes.status, Buffer.from(JSON.stringify(status)));
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
function addFile(tree, path, content) {
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
