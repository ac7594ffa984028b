/**
 * Pastes each page as a whole, from top to bottom, on a new machine, with the addresses of the test's own daemon and model
 * endpoint.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it } from 'vitest';
import { errorCatalog } from '../../src-shared/error-catalog.ts';
import { readSource } from '../house/checkout.ts';
import { describeWithEngine } from '../support/engine/engine-suite.ts';
import { modelEndpointOfFile, sendModels } from '../support/network/model-endpoint.ts';
import { agentServersOf, pagesBefore, pagesWith } from './page.ts';
import { expectPasted, readerOfFile } from './page-session.ts';

/** Pages that other suites run, as those of clients/: their commands change the data folder or remove objects of the engine. */
const ownSuites = ['backup.md', 'kubernetes.md', 'paths.md'];
const pages = pagesWith('sh').filter((name) => !ownSuites.includes(name) && !name.startsWith('clients/'));

describeWithEngine('the examples of', () => {
  describe.each(pages)('%s', (name) => {
    const reader = readerOfFile();
    const endpoint = modelEndpointOfFile();

    it('work from top to bottom', async () => {
      endpoint().answerModels(sendModels(['gpt-5.1']));
      const useEndpoint = (script: string) =>
        script.replaceAll(/http:\/\/127\.0\.0\.1:11434|https:\/\/api\.openai\.com/g, endpoint().url);
      expectPasted(await reader().paste([...pagesBefore(name), name], useEndpoint));
    });

    it.each(agentServersOf(name))('an agent that starts $command $args', async ({ command, args }) => {
      const { env, work: cwd } = reader();
      const agent = new Client({ name: 'reader', version: '1' });
      await agent.connect(new StdioClientTransport({ command, args, env, cwd }));
      const answer = await agent.callTool({
        name: 'run_code',
        arguments: { language: 'bash', code: 'echo by an agent' },
      });
      await agent.close();
      expect(answer.structuredContent).toMatchObject({ stdout: 'by an agent\n', exitCode: 0 });
    });
  });
});

describe('troubleshooting.md', () => {
  it('lists exactly the error codes, with their status', () => {
    const rows = [...readSource('docs/troubleshooting.md').matchAll(/^\| `(\w+)` \| (\d+) \|/gm)];
    const listed = Object.fromEntries(rows.map(([, code = '', status]) => [code, Number(status)]));
    const known = Object.fromEntries(Object.entries(errorCatalog).map(([code, { status }]) => [code, status]));
    expect(listed).toEqual(known);
  });
});
