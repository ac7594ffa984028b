import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { requireScope } from '../core/rights.ts';
import { answerTool, requestOf } from './agent-call.ts';
import type { AgentDeps, AgentServices } from './agent-services.ts';

const nothing = z.strictObject({});
const readOnly = { readOnlyHint: true, openWorldHint: false };

const Package = z.object({
  language: z.string(),
  name: z.string(),
  version: z.string().optional().describe('Installed version, if any.'),
  status: z.enum(['installed', 'installing', 'failed']),
});
const Script = z.object({ name: z.string(), language: z.string(), description: z.string(), updatedAt: z.string() });

const SecretEntry = z.object({
  name: z.string(),
  description: z.string(),
  hosts: z.array(z.string()).optional().describe('The only hosts whose requests can contain the value.'),
});

/** Adds the tools that list secret names, packages and stored scripts. */
export function addListTools(server: McpServer, deps: AgentDeps): void {
  addSecretNames(server, deps);
  addPackages(server, deps);
  addScripts(server, deps);
}

function addPackages(server: McpServer, { services, log }: AgentDeps): void {
  server.registerTool(
    'list_packages',
    {
      title: 'List packages',
      description: 'The packages that programs can import, by language.',
      inputSchema: nothing,
      outputSchema: z.object({ packages: z.array(Package) }),
      annotations: readOnly,
    },
    (_input, extra) =>
      answerTool(log, async () => {
        const { actor } = requestOf(extra);
        requireScope(actor, 'packages');
        const packages = services.packages.service.list(actor).map(({ language, name, version, status }) => ({
          language,
          name,
          status,
          ...(version !== null && { version }),
        }));
        return listResult({ packages });
      }),
  );
}

function addScripts(server: McpServer, { services, log }: AgentDeps): void {
  server.registerTool(
    'list_scripts',
    {
      title: 'List stored scripts',
      description: 'Names and descriptions of the encrypted scripts that run_script can run, without their code.',
      inputSchema: nothing,
      outputSchema: z.object({ scripts: z.array(Script) }),
      annotations: readOnly,
    },
    (_input, extra) =>
      answerTool(log, async () => {
        const { actor } = requestOf(extra);
        requireScope(actor, 'vault');
        const scripts = services.vault.list(actor).map(({ name, language, description, updatedAt }) => ({
          name,
          language,
          description,
          updatedAt,
        }));
        return listResult({ scripts });
      }),
  );
}

function addSecretNames(server: McpServer, { services, log }: AgentDeps): void {
  server.registerTool(
    'list_secret_names',
    {
      title: 'List secret names',
      description:
        'Names and descriptions of the secrets that run_code can use. Values are never returned. A secret with hosts is not an ' +
        'environment variable: name it in network.allow for one of these hosts.',
      inputSchema: nothing,
      outputSchema: z.object({ secrets: z.array(SecretEntry) }),
      annotations: readOnly,
    },
    (_input, extra) =>
      answerTool(log, async () => {
        const { actor } = requestOf(extra);
        // A key with `secretNames` may list these names without the scope.
        if (actor.secretNames === null) requireScope(actor, 'secrets');
        const secrets = services.secrets.list(actor).filter(({ injected }) => injected !== false);
        return listResult({ secrets: secrets.map(secretEntry) });
      }),
  );
}

function secretEntry({ name, description, hosts }: ReturnType<AgentServices['secrets']['list']>[number]) {
  return { name, description, ...(hosts?.length && { hosts: hosts.map(({ host }) => host) }) };
}

/** Returns a list as the answer of a tool: as structured content, and as text for clients that support only text. */
export function listResult(structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}
