import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { requireScope, requireSecretNames } from '../core/rights.ts';
import { answerTool, requestOf } from './agent-call.ts';
import type { AgentDeps, AgentServices } from './agent-services.ts';
import { listResult } from './content/list-result.ts';

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
    (_input, call) =>
      answerTool(log, async () => {
        const { actor } = requestOf(call);
        requireScope(actor, 'packages');
        const packages = services.packages.service.list(actor).map(({ language, name, version, status }) => ({
          language,
          name,
          status,
          ...(version !== null && { version }),
        }));
        const lines = packages.map(({ language, name, version, status }) =>
          [language, name, version ?? '', status === 'installed' ? '' : `(${status})`].filter(Boolean).join(' '),
        );
        return listResult({ packages }, lines.length > 0 ? lines : ['No packages are installed.']);
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
    (_input, call) =>
      answerTool(log, async () => {
        const { actor } = requestOf(call);
        requireScope(actor, 'vault');
        const scripts = services.vault.list(actor).map(({ name, language, description, updatedAt }) => ({
          name,
          language,
          description,
          updatedAt,
        }));
        const lines = scripts.map(({ name, language, description }) => described(`${name} (${language})`, description));
        return listResult({ scripts }, lines.length > 0 ? lines : ['No scripts are stored.']);
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
    (_input, call) =>
      answerTool(log, async () => {
        const { actor } = requestOf(call);
        requireSecretNames(actor);
        const listed = services.secrets.list(actor).filter(({ injected }) => injected !== false);
        const secrets = listed.map(secretEntry);
        const lines = secrets.map(({ name, description, hosts = [] }) =>
          described(hosts.length > 0 ? `${name} (only for ${hosts.join(', ')})` : name, description),
        );
        return listResult({ secrets }, lines.length > 0 ? lines : ['No secrets.']);
      }),
  );
}

function secretEntry({ name, description, hosts }: ReturnType<AgentServices['secrets']['list']>[number]) {
  return { name, description, ...(hosts && hosts.length > 0 && { hosts: hosts.map(({ host }) => host) }) };
}

function described(name: string, description: string): string {
  return description === '' ? name : `${name}: ${description}`;
}
