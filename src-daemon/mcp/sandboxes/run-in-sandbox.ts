import type { McpServer } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { ProcessRequest } from '../../../src-shared/contracts/sandboxes/processes.contract.ts';
import { invalidField } from '../../errors/repeated-errors.ts';
import { answerTool } from '../agent-call.ts';
import type { AgentDeps } from '../agent-services.ts';
import { nameCluster } from '../content/name-cluster.ts';
import { enterCall } from './enter-call.ts';
import { cellResult, commandResult, startedResult } from './results.ts';
import { CellOutput, CommandOutput, RunCellInput, RunCommandInput } from './sandbox-schemas.ts';

/** The context that the first cell of a sandbox creates. */
const defaultContext = 'default';

const annotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };

/** Adds the tools that run code in a sandbox. */
export function addCellAndCommand(server: McpServer, { services, log, watchNetwork }: AgentDeps): void {
  const { sandboxes } = services;
  server.registerTool(
    'run_cell',
    {
      title: 'Run a cell',
      description: nameCluster(
        'Runs code in a sandbox, like a cell of a notebook: variables, imports and functions stay for the next cell. Returns ' +
          'what it printed, the value of the last expression, and images such as plots. A cell that takes too long is ' +
          'interrupted and its variables stay, except if contextEnded is true.',
        services.location(),
      ),
      inputSchema: RunCellInput,
      outputSchema: CellOutput,
      annotations,
    },
    ({ sandboxId, code, timeoutMs }, call) =>
      answerTool(log, async () => {
        const { actor, signal } = enterCall(call);
        const request = { code, ...(timeoutMs !== undefined && { timeoutMs }) };
        const context = { id: sandboxId, cid: defaultContext };
        const { result, network } = await watchNetwork(actor, sandboxId, () =>
          sandboxes.runCell(actor, context, { request, signal }),
        );
        return cellResult(result, network);
      }),
  );
  server.registerTool(
    'run_command',
    {
      title: 'Run a command in a sandbox',
      description: nameCluster(
        'Runs a command line in Bash, or a program with arguments, in the working directory of a sandbox. Its files stay for ' +
          'the next call. Returns the output and the exit code.',
        services.location(),
      ),
      inputSchema: RunCommandInput,
      outputSchema: CommandOutput,
      annotations,
    },
    (input, call) =>
      answerTool(log, async () => {
        const { actor, signal } = enterCall(call);
        const { sandboxId, request } = readCommand(input);
        if (request.background) return startedResult(await sandboxes.startProcess(actor, sandboxId, request));
        const { result, network } = await watchNetwork(actor, sandboxId, () =>
          sandboxes.runProcess(actor, sandboxId, { request, signal }),
        );
        return commandResult(result, network);
      }),
  );
}

/** Applies the rules of the HTTP API, which allow exactly one of `shell` and `command`. @throws AppError `invalid_request` */
function readCommand({ sandboxId, ...given }: z.infer<typeof RunCommandInput>) {
  const { data, error } = ProcessRequest.safeParse(given);
  if (data !== undefined) return { sandboxId, request: data };
  const [issue] = error.issues;
  throw invalidField(issue?.path.join('.') ?? 'command', issue?.message ?? 'is not valid');
}
