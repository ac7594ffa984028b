import type { Command } from 'commander';
import { bridgeStdio } from '../mcp/bridge-stdio.ts';
import type { ToolsOf } from '../toolbox.ts';

/** Adds `strongroom mcp`: an MCP server on stdin and stdout, for agents that start their servers as programs. */
export function addMcp(program: Command, toolsOf: ToolsOf): void {
  const command = program
    .command('mcp')
    .description('serve agents on stdin and stdout (Model Context Protocol)')
    .addHelpText(
      'after',
      `
Examples:
  claude mcp add strongroom -- strongroom mcp
  npx @modelcontextprotocol/inspector strongroom mcp

The agent works with the key that login stored, or with STRONGROOM_API_KEY. STRONGROOM_MASTER_PASSWORD, if set, lets it
run stored scripts; the agent itself never sees it.`,
    )
    .action(async () => {
      const { connector, reporter, surroundings } = toolsOf(command);
      const client = await connector.connectLasting();
      await bridgeStdio({ client, reporter, surroundings });
    });
}
