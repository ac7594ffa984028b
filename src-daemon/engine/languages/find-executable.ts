import type { SlicedWork } from '../../../src-shared-node/sliced-work.ts';
import type { CompiledSource, FoundProgram } from './language.ts';

const programName = 'main';

/**
 * Returns a function that finds the program `main` in the output of a compiler for machine code.
 * @param language the display name
 * @param advice the end of a sentence: what the source must have
 */
export function findExecutable(language: string, advice: string) {
  return function* find({ made }: CompiledSource): SlicedWork<FoundProgram> {
    const program = made.find(({ path }) => path === programName);
    yield;
    if (program !== undefined && isExecutable(program.content)) return { args: [] };
    const what = program === undefined ? 'no program' : `${kindOf(program.content)}, not to a program`;
    return { reason: `The ${language} source compiled to ${what}: ${advice}.` };
  };
}

const elfMark = Buffer.from('\x7fELF', 'latin1');
const archiveMark = Buffer.from('!<arch>\n', 'latin1');
const [is64Bit, isLittleEndian] = [2, 1];
const [relocatable, fixedProgram, sharedOrProgram] = [1, 2, 3];
const headBytes = 32;

/** Returns true if an ELF file (ELF-64 object file format, 2) has an entry address, which a shared library lacks. */
function isExecutable(content: Uint8Array): boolean {
  const head = headOf(content);
  if (head === undefined) return false;
  const type = head.readUInt16LE(16);
  return (type === fixedProgram || type === sharedOrProgram) && head.readBigUInt64LE(24) !== 0n;
}

function kindOf(content: Uint8Array): string {
  if (archiveMark.equals(content.subarray(0, archiveMark.length))) return 'a library';
  const head = headOf(content);
  if (head === undefined) return 'a file of another kind';
  return head.readUInt16LE(16) === relocatable ? 'an object file' : 'a shared library';
}

function headOf(content: Uint8Array): Buffer | undefined {
  if (content.length < headBytes) return undefined;
  const head = Buffer.from(content.buffer, content.byteOffset, headBytes);
  const isElf = elfMark.equals(head.subarray(0, elfMark.length));
  return isElf && head[4] === is64Bit && head[5] === isLittleEndian ? head : undefined;
}
