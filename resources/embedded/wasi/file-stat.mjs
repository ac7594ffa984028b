/** `filetype` of wasi_snapshot_preview1. */
export const fileTypes = Object.freeze({ characterDevice: 2, folder: 3, file: 4, link: 7 });

const nanosecondsPerMs = 1_000_000n;

/**
 * Writes a `filestat` (64 bytes).
 * @param {ReturnType<typeof import('./guest-memory.mjs').createGuestMemory>} memory
 * @param {number} at
 * @param {import('../memory-fs.mjs').Node | undefined} node undefined: a stream
 */
export function writeFilestat(memory, at, node) {
  memory.bytes(at, 64).fill(0);
  memory.setU8(at + 16, node === undefined ? fileTypes.characterDevice : fileTypes[node.kind]);
  if (node === undefined) return;
  memory.setU64(at, 1n);
  memory.setU64(at + 8, BigInt(node.ino));
  memory.setU64(at + 24, BigInt(node.links));
  memory.setU64(at + 32, BigInt(sizeOf(node)));
  memory.setU64(at + 40, BigInt(Math.trunc(node.accessedMs)) * nanosecondsPerMs);
  memory.setU64(at + 48, BigInt(Math.trunc(node.modifiedMs)) * nanosecondsPerMs);
  memory.setU64(at + 56, BigInt(Math.trunc(node.modifiedMs)) * nanosecondsPerMs);
}

/** @param {import('../memory-fs.mjs').Node} node */
export function sizeOf(node) {
  if (node.kind === 'file') return node.size;
  return node.kind === 'link' ? Buffer.byteLength(node.target) : 0;
}
