// Installs Node's own archive on a platform whose npm package is too old. It is downloaded once, and used only if it has
// the SHA-256 that is pinned here. Runs on the system's Node, without any dependency.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ version: string, sha256: string }} NodeArchive
 * Source of the archives: nodejs.org, the mirror of NODEJS_ORG_MIRROR, or a test's server.
 * @typedef {{ archives?: Record<string, NodeArchive>, address?: string }} ArchiveSource
 */

/**
 * By platform. To check a digest: https://nodejs.org/dist/v24.21.0/SHASUMS256.txt.
 * @type {Record<string, NodeArchive>}
 */
export const nodeArchives = {
  'darwin-arm64': { version: '24.21.0', sha256: 'bed7eea5325e1108f32ce5228ddd6a5f0f08a499ee42aa7442aea583702f6057' },
};

const limitBytes = 128 * 1024 * 1024;
/** Written last: a folder without this file, or with another digest in it, is not used. */
const markerFile = 'archive.sha256';

/**
 * Installs the platform's archive into `.cache` unless it is installed.
 * @param {string} root the checkout
 * @param {(message: string) => void} onProgress
 * @param {ArchiveSource & { platform: string }} source with a platform such as `darwin-arm64`
 * @returns {Promise<boolean>} true if it was installed, false if it was there or the platform needs none
 */
export async function installNodeArchive(root, onProgress, source) {
  const { platform } = source;
  const archive = archiveOf(platform, source);
  if (archive === undefined || hasNodeArchive(root, platform, source)) return false;
  const content = readLocalArchive(root, archive) ?? (await download(archive, onProgress, source));
  const digest = createHash('sha256').update(content).digest('hex');
  if (digest !== archive.sha256)
    throw new Error(`${archive.file} is not used: its SHA-256 is ${digest}, not ${archive.sha256}`);
  const folder = folderOf(root, platform);
  const newFolder = `${folder}.new`;
  rmSync(newFolder, { recursive: true, force: true });
  mkdirSync(newFolder, { recursive: true });
  try {
    await unpack(archive, content, newFolder);
    writeFileSync(join(newFolder, markerFile), archive.sha256);
    rmSync(folder, { recursive: true, force: true });
    renameSync(newFolder, folder);
  } finally {
    rmSync(newFolder, { recursive: true, force: true });
  }
  return true;
}

/**
 * @param {string} root
 * @param {string} platform
 * @param {ArchiveSource} source
 * @returns {boolean} true if the archive of the pinned digest is installed
 */
export function hasNodeArchive(root, platform, source = {}) {
  const path = join(folderOf(root, platform), markerFile);
  return existsSync(path) && readFileSync(path, 'utf8') === archiveOf(platform, source)?.sha256;
}

/**
 * @param {string} platform
 * @param {ArchiveSource} source
 */
function archiveOf(platform, { archives = nodeArchives }) {
  const archive = archives[platform];
  if (archive === undefined) return undefined;
  const name = `node-v${archive.version}-${platform}`;
  return { ...archive, name, file: `${name}.tar.gz` };
}

/** @typedef {NonNullable<ReturnType<typeof archiveOf>>} NamedArchive */

/**
 * @param {string} root
 * @param {string} platform
 */
function folderOf(root, platform) {
  return join(root, '.cache', `node-${platform}`);
}

/**
 * Reads the archive that the user has put into `.cache`, on a machine that cannot download it.
 * @param {string} root
 * @param {NamedArchive} archive
 */
function readLocalArchive(root, { file }) {
  const path = join(root, '.cache', file);
  return existsSync(path) ? readFileSync(path) : undefined;
}

/**
 * @param {NamedArchive} archive
 * @param {(message: string) => void} onProgress
 * @param {ArchiveSource} source
 */
async function download(
  { version, file },
  onProgress,
  { address = process.env.NODEJS_ORG_MIRROR || 'https://nodejs.org/dist' },
) {
  const url = `${address.endsWith('/') ? address.slice(0, -1) : address}/v${version}/${file}`;
  onProgress(`downloading Node ${version} from ${url} (once, about 50 MB)`);
  try {
    const response = await fetch(url);
    if (!response.ok || response.body === null) throw new Error(`the server answered with status ${response.status}`);
    return await readLimited(response.body);
  } catch (error) {
    const reason = error instanceof Error ? (error.cause instanceof Error ? error.cause : error).message : error;
    throw new Error(
      `${url} could not be downloaded (${reason}). Set NODEJS_ORG_MIRROR to a mirror, or put the file into .cache`,
    );
  }
}

/** @param {ReadableStream<Uint8Array>} body */
async function readLimited(body) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > limitBytes) throw new Error('it is larger than 128 MiB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * @param {NamedArchive} archive
 * @param {Buffer} content
 * @param {string} folder
 */
async function unpack({ name }, content, folder) {
  const members = [`${name}/bin/node`, `${name}/LICENSE`];
  const child = spawn('tar', ['-xzf', '-', '-C', folder, '--strip-components=1', ...members], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  // If tar stops reading, its exit code is reported.
  child.stdin.on('error', () => undefined);
  child.stdin.end(content);
  const code = await new Promise((done, fail) => child.once('error', fail).once('close', done));
  if (code !== 0) throw new Error(`tar could not unpack ${name}.tar.gz (exit code ${code})`);
}
