import type { McpServer } from '@modelcontextprotocol/server';

type Json = Record<string, unknown>;

/**
 * Keywords of JSON Schema that the models of all large vendors accept in the schema of a tool. Others are left out: the
 * validation of the input does not depend on them.
 */
export const toolKeywords: ReadonlySet<string> = new Set([
  ...[
    'type',
    'properties',
    'required',
    'items',
    'additionalProperties',
    'anyOf',
    'enum',
    'default',
    'description',
    'title',
  ],
  ...['minimum', 'maximum', 'minItems', 'maxItems', 'minLength', 'maxLength', 'pattern', 'format'],
]);

const deepest = 32;

/** Makes a server list its tools with schemas that have only `toolKeywords`. Call it before tools are added. */
export function listPlainSchemas(server: McpServer): void {
  const register = server.registerTool.bind(server) as (name: string, config: Json, handler: unknown) => unknown;
  const registerPlain = (name: string, config: Json, handler: unknown) => {
    const { inputSchema, outputSchema } = config;
    const plain = { inputSchema: withPlainSchema(inputSchema), outputSchema: withPlainSchema(outputSchema) };
    return register(name, { ...config, ...plain }, handler);
  };
  server.registerTool = registerPlain as McpServer['registerTool'];
}

interface Standard {
  '~standard': { jsonSchema: Record<'input' | 'output', (options: unknown) => Json> };
}

/** Returns the same schema with another JSON Schema. */
function withPlainSchema(schema: unknown): unknown {
  if (schema === undefined) return undefined;
  const standard = (schema as Standard)['~standard'];
  const { input, output } = standard.jsonSchema;
  const jsonSchema = {
    input: (options: unknown) => plainSchema(input(options)),
    output: (options: unknown) => plainSchema(output(options)),
  };
  return Object.create(schema as object, { '~standard': { value: { ...standard, jsonSchema } } });
}

/**
 * Returns a JSON Schema (draft 2020-12) without references, with one type for each value, and with `toolKeywords` only.
 * @throws Error for a schema that contains itself
 */
export function plainSchema(schema: Json): Json {
  const definitions = (schema.$defs ?? {}) as Record<string, Json>;
  return plain(schema, 0);

  function plain(given: Json, depth: number): Json {
    if (depth > deepest) throw new Error('the schema of a tool contains itself');
    const resolved = resolve(given);
    const result: Json = {};
    for (const [keyword, value] of Object.entries(resolved)) {
      if (keyword === 'properties')
        result.properties = mapValues(value as Record<string, Json>, (property) => plain(property, depth + 1));
      else if (keyword === 'const') result.enum = [value];
      else if (keyword === 'oneOf' || keyword === 'anyOf')
        result.anyOf = (value as Json[]).map((option) => plain(option, depth + 1));
      else if (toolKeywords.has(keyword)) result[keyword] = isSchema(value) ? plain(value, depth + 1) : value;
    }
    return withOneType(result);
  }

  function resolve({ $ref, ...rest }: Json): Json {
    if (typeof $ref !== 'string') return rest;
    const found = definitions[$ref.replace('#/$defs/', '')];
    if (found === undefined) throw new Error(`the schema of a tool has the unknown reference ${$ref}`);
    return { ...found, ...rest };
  }
}

function withOneType({ type, ...rest }: Json): Json {
  if (!Array.isArray(type)) return type === undefined ? rest : { type, ...rest };
  return { ...rest, anyOf: type.map((one) => ({ type: one as unknown })) };
}

function isSchema(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mapValues(values: Record<string, Json>, change: (value: Json) => Json): Record<string, Json> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
