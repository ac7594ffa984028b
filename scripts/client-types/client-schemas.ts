/** The parts of an OpenAPI document that the types of the clients are made from. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
}

interface Operation {
  summary?: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
}

type Content = Record<string, { schema: Schema }>;

/** Bytes of a body or of a reply, which are no JSON. */
const bytes: Schema = { type: 'string', description: 'Bytes.' };

/**
 * Returns a schema with one property for each operation, as `GET /api/v1/health`: its `params`, `query`, `headers` and
 * `body`, and its `reply` and `events`. Errors are left out, because they all have the same body.
 */
export function operationsSchema({ paths }: OpenApiDocument): Schema {
  const properties: Record<string, Schema> = {};
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods))
      properties[`${method.toUpperCase()} ${path}`] = partsOf(operation);
  return { type: 'object', properties, required: Object.keys(properties) };
}

function partsOf(operation: Operation): Schema {
  const { summary, requestBody } = operation;
  const replies = repliesOf(operation);
  const reply = jsonOf(replies) ?? (replies.length > 0 && !replies.every(isStream) ? bytes : undefined);
  const events = replies.find(isStream)?.[1].schema;
  const body = requestBody && (requestBody.content['application/json']?.schema ?? bytes);
  const params = parametersOf(operation, 'path');
  const query = parametersOf(operation, 'query');
  const headers = parametersOf(operation, 'header');
  const required = [
    ...(params ? ['params'] : []),
    ...(query?.required?.length ? ['query'] : []),
    ...(requestBody?.required ? ['body'] : []),
    ...(reply ? ['reply'] : []),
    ...(events ? ['events'] : []),
  ];
  return {
    type: 'object',
    ...(summary && { description: summary }),
    properties: {
      ...(params && { params }),
      ...(query && { query }),
      ...(headers && { headers }),
      ...(body && { body }),
      ...(reply && { reply }),
      ...(events && { events }),
    },
    required,
  };
}

type Reply = [mediaType: string, content: { schema: Schema }];

function repliesOf({ responses }: Operation): Reply[] {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return successes.flatMap(([, { content = {} }]) => Object.entries(content));
}

/** Returns the schema of the JSON replies; several if the statuses have different ones. */
function jsonOf(replies: Reply[]): Schema | undefined {
  const schemas = replies.flatMap(([type, { schema }]) => (isJson(type, schema) ? [schema] : []));
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  return different.length > 1 ? { anyOf: different } : different[0];
}

/** A file can have the media type of JSON, but is sent as bytes. */
function isJson(mediaType: string, schema: Schema): boolean {
  return mediaType === 'application/json' && !('format' in schema && schema.format === 'binary');
}

function isStream([mediaType]: Reply): boolean {
  return mediaType === 'text/event-stream';
}

function parametersOf({ parameters = [] }: Operation, location: string): Schema | undefined {
  const chosen = parameters.filter((parameter) => parameter.in === location);
  if (chosen.length === 0) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(chosen.map(({ name, schema }) => [name, parameterSchema(location, schema)])),
    required: chosen.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** A path of several names is one text for a client. */
function parameterSchema(location: string, schema: Schema): Schema {
  return location === 'path' && schema.type === 'array' ? { type: 'string' } : schema;
}
