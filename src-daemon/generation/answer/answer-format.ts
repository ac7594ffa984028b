/** How a model is asked to give its program, the surest one first. */
const formats = ['schema', 'tool', 'words'] as const;
export type AnswerFormat = (typeof formats)[number];

const schema = {
  type: 'object',
  properties: {
    code: { type: 'string', description: 'The whole program, or nothing where it cannot be written.' },
    reason: { type: 'string', description: 'Why it cannot be written, else nothing.' },
  },
  required: ['code', 'reason'],
  additionalProperties: false,
};
const toolName = 'submit_program';

/** The form to fall back to where an endpoint refuses one. */
export function nextFormat(form: AnswerFormat): AnswerFormat | undefined {
  return formats[formats.indexOf(form) + 1];
}

/** What of a request (chat completions) asks for the form; the plainest one asks for nothing that can be refused. */
export function formatParameters(form: AnswerFormat) {
  const usage = { stream_options: { include_usage: true } };
  if (form === 'words') return {};
  if (form === 'schema')
    return {
      ...usage,
      response_format: { type: 'json_schema' as const, json_schema: { name: 'program', strict: true, schema } },
    };
  const description = 'Hands in the program.';
  return {
    ...usage,
    tools: [{ type: 'function' as const, function: { name: toolName, description, strict: true, parameters: schema } }],
    tool_choice: { type: 'function' as const, function: { name: toolName } },
  };
}
