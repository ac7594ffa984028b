import type { Scope } from '../../../../src-shared/scopes.ts';

/** A block to paste for one client. */
export interface ConnectText {
  id: string;
  name: string;
  /** Instructions for the block. */
  how: string;
  text: string;
  /** The placeholder for the key and the preset of a new key; undefined if the block contains no key. */
  key?: { placeholder: string; preset: { name: string; scopes: readonly Scope[] } };
}

/** Placeholder for a key; the shell expands the variable. */
const keyVariable = '$STRONGROOM_API_KEY';
/** Placeholder for a key in a file. */
const keyBeginning = 'srk_…';

/** Returns the blocks for one daemon, with the API key if there is one to show. */
export function connectTexts(url: string, apiKey: string | undefined): ConnectText[] {
  const key = apiKey ?? keyVariable;
  const headers = { 'x-api-key': apiKey ?? keyBeginning };
  const json = (value: unknown) => JSON.stringify(value, null, 2);
  return [
    {
      id: 'curl',
      name: 'curl',
      how: 'Runs a line of Python through the HTTP API.',
      text: `curl -sS ${url}/api/v1/execute \\\n  -H "x-api-key: ${key}" \\\n  -H 'content-type: application/json' \\\n  -d '{"language":"python","code":"print(6 * 7)"}'`,
      key: { placeholder: keyVariable, preset: { name: 'curl', scopes: ['execute'] } },
    },
    {
      id: 'cli',
      name: 'Command line',
      how: 'Sets the address and the API key for this terminal, then runs a file. Both variables override a stored login.',
      text: `export STRONGROOM_URL=${url}\nexport STRONGROOM_API_KEY=${apiKey ?? keyBeginning}\nnpx strongroom run script.py`,
      key: { placeholder: keyBeginning, preset: { name: 'Command line', scopes: ['execute', 'secrets'] } },
    },
    {
      id: 'tasks',
      name: 'VS Code task',
      how: 'Save as .vscode/tasks.json: the task “Run in Strongroom” runs the open file with the login of the command line.',
      text: json({
        version: '2.0.0',
        tasks: [
          {
            label: 'Run in Strongroom',
            type: 'shell',
            command: 'npx',
            // biome-ignore lint/suspicious/noTemplateCurlyInString: VS Code fills it in
            args: ['strongroom', 'run', '${file}'],
            presentation: { panel: 'dedicated', clear: true },
            problemMatcher: [],
          },
        ],
      }),
    },
    {
      id: 'claude',
      name: 'Claude Code',
      how: 'Adds the MCP server. The audit log records what the agent does under its name.',
      text: `claude mcp add --transport http strongroom ${url}/mcp --header "x-api-key: ${key}"`,
      key: { placeholder: keyVariable, preset: agentKey('Claude Code') },
    },
    {
      id: 'cursor',
      name: 'Cursor',
      how: 'Save as ~/.cursor/mcp.json. Do not commit a key to a repository.',
      text: json({ mcpServers: { strongroom: { url: `${url}/mcp`, headers } } }),
      key: { placeholder: keyBeginning, preset: agentKey('Cursor') },
    },
    {
      id: 'vscode-mcp',
      name: 'VS Code agent',
      how: 'Save as mcp.json in your user profile (command “MCP: Open User Configuration”).',
      text: json({ servers: { strongroom: { type: 'http', url: `${url}/mcp`, headers } } }),
      key: { placeholder: keyBeginning, preset: agentKey('VS Code agent') },
    },
  ];
}

/** The preset of an agent's key: it may run code. The user selects further scopes. */
function agentKey(name: string): { name: string; scopes: readonly Scope[] } {
  return { name, scopes: ['execute'] };
}
