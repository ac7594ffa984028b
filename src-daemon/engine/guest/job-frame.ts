import { blob, environmentList, list, path, u32 } from '../../wire/fields.ts';
import { payloadCap, protocolVersion } from '../../wire/wire.ts';

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
  /** The command of the relay; none by default. */
  relay?: readonly string[];
  /** The part above 64 KiB follows the job in frames, so that init does not hold it. */
  stdin: Uint8Array;
  /** True if more input follows: all of it in frames. */
  opensStdin: boolean;
}

export interface ProgramFile {
  path: string;
  content: Uint8Array;
  /** True for the program itself, which is not part of the results. */
  isProgram: boolean;
  isExecutable?: boolean;
}

const programFlag = 1;
const executableFlag = 2;
const freshFlag = 1;
const streamedFlag = 2;

/** Returns the bytes of one job, in pieces that share the memory of its files and input. */
export function encodeJob(job: SandboxProgram, nonce: Uint8Array): Uint8Array[] {
  const fresh = job.needsFreshInterpreter ? freshFlag : 0;
  const streamed = job.opensStdin || job.stdin.length > payloadCap ? streamedFlag : 0;
  return [
    Buffer.from([0x53, 0x52, 0x4a, protocolVersion]),
    nonce,
    u32(fresh | streamed),
    u32(job.limitMs),
    u32(job.outputCapBytes),
    u32(job.tailBytes),
    u32(job.filesCap.count),
    u32(job.filesCap.totalBytes),
    ...list(job.argv),
    ...list(environmentList(job.env)),
    u32(job.files.length),
    ...job.files.flatMap(encodeFile),
    ...list(job.relay ?? []),
    ...blob(job.stdin.subarray(0, payloadCap)),
  ];
}

/** Returns the part of the input that follows the job in frames. */
export function streamedInput({ stdin }: SandboxProgram): Uint8Array {
  return stdin.subarray(payloadCap);
}

function encodeFile(file: ProgramFile): Uint8Array[] {
  return [
    Buffer.from([(file.isProgram ? programFlag : 0) | (file.isExecutable ? executableFlag : 0)]),
    ...path(file.path),
    ...blob(file.content),
  ];
}
