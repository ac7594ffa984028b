/** The job of one sandbox. resources/sandbox/PROTOCOL.md defines its bytes. */
export interface SandboxProgram {
  /** True if the job sets variables that its interpreter reads during its boot, so that a booted one cannot run it. */
  needsFreshInterpreter: boolean;
  limitMs: number;
  outputCapBytes: number;
  /** Number of the last bytes of each stream that are kept past the cap; 0 for none. */
  tailBytes: number;
  filesCap: { count: number; totalBytes: number };
  argv: readonly string[];
  env: Readonly<Record<string, string>>;
  files: readonly ProgramFile[];
  stdin: Uint8Array;
}

export interface ProgramFile {
  path: string;
  content: Uint8Array;
  /** True for the program itself, which is not part of the results. */
  isProgram: boolean;
  isExecutable?: boolean;
}

export const nonceBytes = 16;
export const protocolVersion = 4;

const programFlag = 1;
const executableFlag = 2;
const freshFlag = 1;

/** Returns the bytes of one job, in pieces that share the memory of its files and input. */
export function encodeJob(job: SandboxProgram, nonce: Uint8Array): Uint8Array[] {
  const environment = Object.entries(job.env).map(([name, value]) => `${name}=${value}`);
  return [
    Buffer.from([0x53, 0x52, 0x4a, protocolVersion]),
    nonce,
    u32(job.needsFreshInterpreter ? freshFlag : 0),
    u32(job.limitMs),
    u32(job.outputCapBytes),
    u32(job.tailBytes),
    u32(job.filesCap.count),
    u32(job.filesCap.totalBytes),
    ...list(job.argv),
    ...list(environment),
    u32(job.files.length),
    ...job.files.flatMap(encodeFile),
    ...blob(job.stdin),
  ];
}

function encodeFile(file: ProgramFile): Uint8Array[] {
  return [
    Buffer.from([(file.isProgram ? programFlag : 0) | (file.isExecutable ? executableFlag : 0)]),
    ...blob(Buffer.from(file.path, 'utf8')),
    ...blob(file.content),
  ];
}

function list(items: readonly string[]): Uint8Array[] {
  return [u32(items.length), ...items.flatMap((item) => blob(Buffer.from(item, 'utf8')))];
}

function blob(bytes: Uint8Array): Uint8Array[] {
  return [u32(bytes.length), bytes];
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
