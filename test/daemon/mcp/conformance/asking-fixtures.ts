/** Tools of the conformance suite's example server that ask the client during a call (MCP 2025-11-25). */
import type { ElicitRequestFormParams, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { text } from './content-fixtures.ts';

type Properties = ElicitRequestFormParams['requestedSchema']['properties'];

const defaults: Properties = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
};
const options = ['option1', 'option2', 'option3'];
const titled = ['First', 'Second', 'Third'].map((title, index) => ({ const: `value${index + 1}`, title }));
const enums: Properties = {
  untitledSingle: { type: 'string', enum: options },
  titledSingle: { type: 'string', oneOf: titled },
  legacyEnum: { type: 'string', enum: ['opt1', 'opt2'], enumNames: ['Option One', 'Option Two'] },
  untitledMulti: { type: 'array', minItems: 1, maxItems: 3, items: { type: 'string', enum: options } },
  titledMulti: { type: 'array', minItems: 1, maxItems: 3, items: { anyOf: titled } },
};

export function addAskingTools(server: McpServer): void {
  server.registerTool(
    'test_sampling',
    { description: 'Asks a model', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, call) => {
      const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: prompt } }];
      const params = { messages, maxTokens: 100 };
      const { content } = await call.mcpReq.send({ method: 'sampling/createMessage', params });
      return text(`LLM response: ${JSON.stringify(content)}`);
    },
  );
  const addForm = (name: string, properties: Properties, required: string[] = []) =>
    server.registerTool(
      name,
      { description: 'Asks a person', inputSchema: z.object({ message: z.string().default('Please fill in') }) },
      async ({ message }, { mcpReq }) => {
        const params = { message, requestedSchema: { type: 'object', properties, required } };
        const { action, content = {} } = await mcpReq.send({ method: 'elicitation/create', params });
        return text(`User response: action=${action}, content=${JSON.stringify(content)}`);
      },
    );
  addForm('test_elicitation', { response: { type: 'string' } }, ['response']);
  addForm('test_elicitation_sep1034_defaults', defaults);
  addForm('test_elicitation_sep1330_enums', enums);
}
