/** Formats in which a model is asked to return its program, the most reliable one first. */
const formats = ['schema', 'tool', 'text'] as const;
export type AnswerFormat = (typeof formats)[number];

const schema = {
  type: 'object',
  properties: {
    code: { type: 'string', description: 'The whole program, or empty if it cannot be written.' },
    reason: { type: 'string', description: 'Why it cannot be written, else empty.' },
  },
  required: ['code', 'reason'],
  additionalProperties: false,
};
const toolName = 'submit_program';

/** Returns the format to use after an endpoint has refused one. */
export function nextFormat(form: AnswerFormat): AnswerFormat | undefined {
  return formats[formats.indexOf(form) + 1];
}

/** Returns the parameters of a chat completion request for a format. `text` needs none, so it is never refused. */
export function formatParameters(form: AnswerFormat) {
  const usage = { stream_options: { include_usage: true } };
  if (form === 'text') return {};
  if (form === 'schema')
    return {
      ...usage,
      response_format: { type: 'json_schema' as const, json_schema: { name: 'program', strict: true, schema } },
    };
  const description = 'Submits the program.';
  return {
    ...usage,
    tools: [{ type: 'function' as const, function: { name: toolName, description, strict: true, parameters: schema } }],
    tool_choice: { type: 'function' as const, function: { name: toolName } },
  };
}
