/** The parts of a compiled class that determine how the program starts. */
export interface ClassFacts {
  /** Name with `/` between its parts; null only for `java.lang.Object`. */
  superName: string | null;
  /** The name of the source without its folder; null if the compiler left it out. */
  sourceFile: string | null;
  /** True if the class declares `public static void main(String[])`. */
  hasMain: boolean;
}

/**
 * Reads a Java class file (JVMS 4.1) in linear time. Returns undefined if the bytes are not a class file. Of the
 * attributes, only `SourceFile` is read.
 */
export function readClassFile(bytes: Uint8Array): ClassFacts | undefined {
  try {
    return read(bytes);
  } catch (error) {
    // A DataView throws a RangeError past the end.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const magic = 0xcafebabe;
const publicStatic = 0x0009;
const mainDescriptor = '([Ljava/lang/String;)V';

function read(bytes: Uint8Array): ClassFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0) !== magic) return undefined;
  const pool = readPool(view);
  if (pool === undefined) return undefined;
  // The flags and the class itself come before its superclass.
  let at = pool.end + 4;
  const superIndex = view.getUint16(at);
  at += 4 + 2 * view.getUint16(at + 2);
  const fields = readMembers(view, at);
  const methods = readMembers(view, fields.end);
  const hasMain = methods.members.some(
    ({ flags, name, descriptor }) =>
      (flags & publicStatic) === publicStatic &&
      textOf(pool, name, 'main'.length) === 'main' &&
      textOf(pool, descriptor, mainDescriptor.length) === mainDescriptor,
  );
  return {
    superName: superIndex === 0 ? null : textOf(pool, view.getUint16(pool.starts[superIndex] ?? bytes.length)),
    sourceFile: readSourceFile(pool, methods.end),
    hasMain,
  };
}

interface Pool {
  view: DataView;
  /** Offset of each entry's content, after its tag; 0 if the index has no entry. */
  starts: Uint32Array;
  end: number;
}

/** Size of an entry after its tag, in bytes, by tag. */
const entryBytes: Readonly<Record<number, number>> = {
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 2,
  8: 2,
  9: 4,
  10: 4,
  11: 4,
  12: 4,
  15: 3,
  16: 2,
  17: 4,
  18: 4,
  19: 2,
  20: 2,
};
const textTag = 1;
const wideTags: readonly number[] = [5, 6];

function readPool(view: DataView): Pool | undefined {
  const count = view.getUint16(8);
  const starts = new Uint32Array(count);
  let at = 10;
  for (let index = 1; index < count; index++) {
    const tag = view.getUint8(at);
    starts[index] = at + 1;
    const length = tag === textTag ? 2 + view.getUint16(at + 1) : entryBytes[tag];
    if (length === undefined) return undefined;
    at += 1 + length;
    // These use two indexes.
    if (wideTags.includes(tag)) index++;
  }
  return { view, starts, end: at };
}

/** Returns the text of an entry; empty if there is none, or if it does not have the required length. */
function textOf({ view, starts }: Pool, index: number, length?: number): string {
  const start = starts[index] ?? 0;
  if (start === 0 || view.getUint8(start - 1) !== textTag) return '';
  const bytes = view.getUint16(start);
  if (length !== undefined && bytes !== length) return '';
  return Buffer.from(view.buffer, view.byteOffset + start + 2, bytes).toString('utf8');
}

interface Member {
  flags: number;
  name: number;
  descriptor: number;
}

/** Fields and methods have the same form. */
function readMembers(view: DataView, from: number): { members: Member[]; end: number } {
  const count = view.getUint16(from);
  const members: Member[] = [];
  let at = from + 2;
  for (let index = 0; index < count; index++) {
    members.push({ flags: view.getUint16(at), name: view.getUint16(at + 2), descriptor: view.getUint16(at + 4) });
    at = skipAttributes(view, at + 6);
  }
  return { members, end: at };
}

function skipAttributes(view: DataView, from: number): number {
  let at = from + 2;
  for (let left = view.getUint16(from); left > 0; left--) at += 6 + view.getUint32(at + 2);
  return at;
}

function readSourceFile(pool: Pool, from: number): string | null {
  const { view } = pool;
  let at = from + 2;
  for (let left = view.getUint16(from); left > 0; left--) {
    if (textOf(pool, view.getUint16(at), 'SourceFile'.length) === 'SourceFile')
      return textOf(pool, view.getUint16(at + 6)) || null;
    at += 6 + view.getUint32(at + 2);
  }
  return null;
}
