import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { requireScope } from '../../core/rights.ts';
import { answerTool, requestOf } from '../agent-call.ts';
import type { AgentDeps } from '../agent-services.ts';
import { listResult } from '../content/list-result.ts';
import { RunOutput } from './run-schemas.ts';

const Input = z.strictObject({
  limit: z.int().min(1).max(100).default(20).describe('Number of runs, the newest first.'),
});

const ListedRun = z.object({
  id: z.string().describe('For get_run.'),
  language: z.string(),
  status: RunOutput.shape.status,
  name: z.string().optional().describe('Script, file, or first statement of the code.'),
  source: z.string().describe('Client that started it.'),
  createdAt: z.string(),
  exitCode: z.int().nullable(),
});

/** Adds the tool that lists runs, so that an agent whose call ended early finds the result. */
export function addListRuns(server: McpServer, { services, log }: AgentDeps): void {
  server.registerTool(
    'list_runs',
    {
      title: 'List runs',
      description:
        'The newest runs of this account that the key is allowed to see, also those that still run. After a call that ' +
        'timed out, find its run here and read it with get_run.',
      inputSchema: Input,
      outputSchema: z.object({ runs: z.array(ListedRun) }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ limit }, call) =>
      answerTool(log, async () => {
        const { actor } = requestOf(call);
        requireScope(actor, 'execute');
        const { executions } = await services.executions.list(actor, { limit });
        const runs = executions.map(({ id, language, status, name, source, createdAt, exitCode }) => ({
          ...{ id, language, status, source, createdAt, exitCode },
          ...(name !== undefined && { name }),
        }));
        const lines = runs.map(({ id, language, status, name = '', createdAt }) =>
          [id, status, language, createdAt, name].filter(Boolean).join(' '),
        );
        return listResult({ runs }, lines.length > 0 ? lines : ['There are no runs.']);
      }),
  );
}
