import { onTestFinished } from 'vitest';
import { runProcess } from '../../../src-shared/contracts/sandboxes/processes.contract.ts';
import {
  type CreateSandboxRequest,
  createSandbox,
  deleteSandbox,
} from '../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import type { ApiClient } from '../api-client.ts';

export type TestSandbox = Awaited<ReturnType<typeof createTestSandbox>>;

/** Creates a sandbox, which is deleted when the test ends. */
export async function createTestSandbox(client: ApiClient, request: CreateSandboxRequest = {}) {
  const { id } = await client.call(createSandbox, { body: request });
  onTestFinished(async () => void (await client.answer(deleteSandbox, { params: { id } })));
  return {
    id,
    client,
    /** Runs a shell command and returns its output. A failure fails the test. */
    shell: (shell: string) => run({ shell }),
    /** Runs a program, without the temporary file of a shell command, and returns its output. */
    run: (...command: string[]) => run({ command }),
  };

  async function run(request: object): Promise<string> {
    const result = await client.call(runProcess, { params: { id }, body: { ...request, timeoutMs: 60_000 } });
    if (!('stdout' in result)) throw new Error('the process runs in the background');
    if (result.status !== 'succeeded') throw new Error(`${result.status}: ${result.stderr}`);
    return result.stdout;
  }
}
