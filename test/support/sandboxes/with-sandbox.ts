import { onTestFinished } from 'vitest';
import type { CreateSandboxRequest } from '../../../src-shared/contracts/sandboxes/create-request.ts';
import type { ProcessRequest } from '../../../src-shared/contracts/sandboxes/processes.contract.ts';
import { deleteSandbox } from '../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import type { ApiClient } from '../api-client.ts';
import { openSandbox } from './api-sandbox.ts';

export type TestSandbox = Awaited<ReturnType<typeof createTestSandbox>>;

/** Creates a sandbox, which is deleted when the test ends. */
export async function createTestSandbox(client: ApiClient, request: CreateSandboxRequest = {}) {
  const { id, run } = await openSandbox(client, request);
  onTestFinished(async () => void (await client.answer(deleteSandbox, { params: { id } })));

  async function succeed(given: ProcessRequest): Promise<string> {
    const { status, stdout, stderr } = await run({ ...given, timeoutMs: 60_000 });
    if (status !== 'succeeded') throw new Error(`${status}: ${stderr}`);
    return stdout;
  }

  return {
    id,
    client,
    /** Runs a shell command and returns its output. A failure fails the test. */
    shell: (shell: string) => succeed({ shell }),
    /** Runs a program, without the temporary file of a shell command, and returns its output. */
    run: (...command: string[]) => succeed({ command }),
  };
}

/** Input of an operation on a path of a sandbox. */
export const at = ({ id }: Pick<TestSandbox, 'id'>, path: string) => ({ params: { id, path } });

/** Input of an operation on a sandbox that has a body. */
export const within = ({ id }: Pick<TestSandbox, 'id'>, body: object) => ({ params: { id }, body });
