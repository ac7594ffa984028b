import { describe, expect, it } from 'vitest';
import { plainSchema, toolKeywords } from '../../../src-daemon/mcp/tool-schema.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { connectAgent } from './agent.ts';

type Json = Record<string, unknown>;

/** Returns what a schema has beyond the subset that OpenAI, Anthropic and Google accept for tools. */
function faultsOf(schema: unknown, path: string): string[] {
  if (typeof schema === 'boolean') return [];
  const { type, properties = {}, items, anyOf = [], additionalProperties, ...rest } = schema as Json;
  const unknown = Object.keys(rest).filter((keyword) => !toolKeywords.has(keyword));
  return [
    ...unknown.map((keyword) => `${path}: ${keyword}`),
    ...(type === undefined || typeof type === 'string' ? [] : [`${path}: several types`]),
    ...Object.entries(properties as Json).flatMap(([name, property]) => faultsOf(property, `${path}.${name}`)),
    ...[items, additionalProperties].flatMap((part) => (part === undefined ? [] : faultsOf(part, `${path}[]`))),
    ...(anyOf as Json[]).flatMap((option, index) => faultsOf(option, `${path}|${index}`)),
  ];
}

describe('the schemas of the tools', () => {
  const daemon = testDaemonOfFile();

  it('keep to the subset of JSON Schema that the large vendors accept, with an object at the root', async () => {
    const { client } = await connectAgent(daemon().url, await daemon().newUser());
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(10);
    for (const { name, inputSchema, outputSchema } of tools) {
      expect(name).toMatch(/^[a-z_]{1,64}$/);
      expect([...faultsOf(inputSchema, name), ...faultsOf(outputSchema, name)]).toEqual([]);
      for (const root of [inputSchema, outputSchema]) {
        expect(root?.type).toBe('object');
        expect(Object.keys(root ?? {})).not.toContain('anyOf');
      }
    }
    const [runCode] = tools.filter(({ name }) => name === 'run_code');
    expect(runCode?.inputSchema.properties).toMatchObject({
      files: { items: { type: 'object' } },
      env: { type: 'object' },
    });
    await client.close();
  });

  it('are checked by the daemon as before', async () => {
    const { client } = await connectAgent(daemon().url, await daemon().newUser());
    const call = { language: 'python', code: '1', env: { 'not a name': 'x' } };
    const result = await client.callTool({ name: 'run_code', arguments: call });
    expect(result).toMatchObject({ isError: true });
    await client.close();
  });
});

describe('a plain schema', () => {
  it('has definitions in place, one type for each value, and no other keyword', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        $ref: { type: ['string', 'null'], examples: ['a property of this name'] },
        env: { type: 'object', propertyNames: { pattern: '^a' }, additionalProperties: { $ref: '#/$defs/Value' } },
        kind: { const: 'x' },
        one: { oneOf: [{ $ref: '#/$defs/Value', description: 'own' }, { type: 'null' }] },
      },
      $defs: { Value: { type: 'string', description: 'shared' } },
    };
    expect(plainSchema(schema)).toEqual({
      type: 'object',
      properties: {
        $ref: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        env: { type: 'object', additionalProperties: { type: 'string', description: 'shared' } },
        kind: { enum: ['x'] },
        one: { anyOf: [{ type: 'string', description: 'own' }, { type: 'null' }] },
      },
    });
  });

  it('refuses a schema that contains itself', () => {
    const schema = { $defs: { Tree: { items: { $ref: '#/$defs/Tree' } } }, $ref: '#/$defs/Tree' };
    expect(() => plainSchema(schema)).toThrow('contains itself');
  });
});
