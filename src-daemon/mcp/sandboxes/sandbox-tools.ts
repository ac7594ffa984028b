import type { McpServer } from '@modelcontextprotocol/server';
import type { CreateSandboxRequest } from '../../../src-shared/contracts/sandboxes/create-request.ts';
import { answerTool } from '../agent-call.ts';
import type { AgentDeps } from '../agent-services.ts';
import { listResult } from '../content/list-result.ts';
import { nameCluster } from '../content/name-cluster.ts';
import { createInstallReport } from '../runs/run-report.ts';
import { packageLines } from '../runs/run-result.ts';
import { enterCall } from './enter-call.ts';
import { addCellAndCommand } from './run-in-sandbox.ts';
import { ClosedSandbox, CreateSandboxInput, SandboxIdInput, SandboxOutput } from './sandbox-schemas.ts';

/** Adds the tools that create, use and delete sandboxes. */
export function addSandboxTools(server: McpServer, deps: AgentDeps): void {
  addCreate(server, deps);
  addCellAndCommand(server, deps);
  addClose(server, deps);
}

function addCreate(server: McpServer, { services, log }: AgentDeps): void {
  server.registerTool(
    'create_sandbox',
    {
      title: 'Create a sandbox',
      description: nameCluster(
        'Creates a container that keeps variables, files and processes between calls, for work in several steps. No network ' +
          'except the hosts in network. Call close_sandbox when you no longer need it: it is not deleted with your session, ' +
          'but ends after idleTimeoutMs without use (15 minutes if absent). It holds its memory, and an account has a limited ' +
          'number of sandboxes.',
        services.location(),
      ),
      inputSchema: CreateSandboxInput,
      outputSchema: SandboxOutput,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    },
    (input, call) =>
      answerTool(log, async () => {
        const { actor, signal } = enterCall(call);
        const request = input as CreateSandboxRequest;
        const created = await services.sandboxes.create(actor, { request, signal, append: createInstallReport(call) });
        const { id, language, network, memoryMb, diskMb, secretNames, expiresAt, withPackages, notices = [] } = created;
        const output = {
          ...{ id, language, network, memoryMb, diskMb, secretNames, expiresAt },
          ...(withPackages && { withPackages }),
          ...(notices.length > 0 && { notices }),
        } satisfies SandboxOutput;
        return listResult(output, [
          `Created the sandbox ${id} (${language}, ${memoryMb} MiB of memory). Unused, it ends at ${expiresAt}.`,
          ...packageLines(withPackages),
          ...notices,
        ]);
      }),
  );
}

function addClose(server: McpServer, { services, log }: AgentDeps): void {
  server.registerTool(
    'close_sandbox',
    {
      title: 'Delete a sandbox',
      description: 'Ends all processes of a sandbox and deletes its files and variables.',
      inputSchema: SandboxIdInput,
      outputSchema: ClosedSandbox,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ sandboxId }, call) =>
      answerTool(log, async () => {
        const { actor } = enterCall(call);
        await services.sandboxes.remove(actor, sandboxId);
        return listResult({ id: sandboxId }, [`Deleted the sandbox ${sandboxId}.`]);
      }),
  );
}
