import type { InputFile } from '../../src-shared/contracts/execute-request.ts';
import type { SandboxFile } from '../engine/engine.ts';

/** Returns the file of a request as the engine gets it. */
export function sandboxFileOf({ path, content, encoding, executable }: InputFile): SandboxFile {
  return {
    path,
    content: new Uint8Array(Buffer.from(content, encoding ?? 'utf8')),
    ...(executable && { isExecutable: true }),
  };
}
