/** Tools of the conformance suite's example server that return content, progress and log messages. */
import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

export const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const wav = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';
const fixture = { description: 'A fixture', inputSchema: z.object({}) };

/** Keywords of JSON Schema 2020-12 that a server must pass on unchanged. */
const schema2020 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

/** A parameter that clients repeat in a header (MCP 2026-07-28). */
const region = z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) });

export const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });

export function addContentTools(server: McpServer): void {
  const image = { type: 'image' as const, data: png, mimeType: 'image/png' };
  const embedded = (uri: string, mimeType: string, value: string) => ({
    type: 'resource' as const,
    resource: { uri, mimeType, text: value },
  });
  const add = (
    name: string,
    content: (typeof image | ReturnType<typeof embedded> | { type: 'text'; text: string })[],
  ) => server.registerTool(name, { description: name }, () => ({ content }));
  add('test_simple_text', text('This is a simple text response for testing.').content);
  add('test_image_content', [image]);
  add('test_embedded_resource', [
    embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ]);
  add('test_multiple_content_types', [
    ...text('Multiple content types test:').content,
    image,
    embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ]);
  server.registerTool('test_audio_content', { description: 'audio' }, () => ({
    content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }],
  }));
  server.registerTool('test_error_handling', { description: 'error' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerTool('test_header_parameter', { description: 'A header', inputSchema: region }, () => text('called'));
  const inputSchema = fromJsonSchema(schema2020 as Parameters<typeof fromJsonSchema>[0]);
  server.registerTool('json_schema_2020_12_tool', { description: 'JSON Schema', inputSchema }, () => text('called'));
}

export function addReportingTools(server: McpServer): void {
  server.registerTool('test_tool_with_logging', fixture, async (_input, { mcpReq }) => {
    for (const message of ['Tool execution started', 'Tool processing data', 'Tool execution completed'])
      await mcpReq.log('info', message);
    return text('Tool with logging executed successfully');
  });
  server.registerTool('test_logging_tool', fixture, async (_input, { mcpReq }) => {
    await mcpReq.log('info', 'Diagnostic trace logging activated');
    return text('Logging evaluated');
  });
  for (const name of ['test_tool_with_progress', 'test_streaming_elicitation'])
    server.registerTool(name, fixture, async (_input, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken ?? 0;
      for (const progress of [0, 50, 100]) {
        const params = { progressToken, progress, total: 100, message: `Completed step ${progress} of 100` };
        await mcpReq.notify({ method: 'notifications/progress', params });
      }
      return text(String(progressToken));
    });
}
