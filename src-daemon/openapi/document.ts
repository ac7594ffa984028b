import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiPathsObject,
  type ZodOpenApiRequestBodyObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { type EndpointSpec, type NonJsonReply, streamOperationOf } from '../../src-shared/endpoint.ts';
import { ErrorBody } from '../../src-shared/error-body.ts';
import { type ErrorCode, errorCatalog } from '../../src-shared/error-catalog.ts';
import { errorMeanings } from '../../src-shared/error-meanings.ts';
import { fileMediaTypes } from '../../src-shared/formats/file-media-types.ts';

const everyOperation: readonly ErrorCode[] = [
  ...(['invalid_request', 'foreign_origin', 'wrong_host', 'expectation_failed', 'locked', 'internal'] as const),
];
const withCredential: readonly ErrorCode[] = ['unauthorized', 'forbidden', 'item_rolled_back', 'account_memory_full'];
const withBytes: readonly ErrorCode[] = ['unsupported_media_type'];
const withJson: readonly ErrorCode[] = ['too_large', ...withBytes];

/** Description of each group of operations. */
const tagDescriptions: Readonly<Record<string, string>> = {
  Service: 'The daemon: health, list of operations, proof of identity.',
  Accounts: 'Accounts on this machine and their sessions.',
  'API keys': 'Credentials for programs, with scopes.',
  Executions: 'Runs of code in sandboxes, and their history.',
  Sandboxes: 'Containers that keep their variables, processes and files until they are deleted.',
  'Sandbox contexts': 'Interpreters that keep their state between cells.',
  'Sandbox processes': 'Programs in a sandbox: their input, output, signals and end.',
  'Sandbox files': 'Files of a sandbox: read, written, listed, moved and watched.',
  Secrets: 'Values that programs get as environment variables. No operation returns them to an API key.',
  Packages: 'Packages that the programs of a language can import.',
  Drafts: 'Unsaved work of the interface, encrypted before it is sent.',
  Vault: 'Code that is encrypted before it is stored.',
  Audit: 'The audit log and its verification.',
  Settings: 'Settings of runs, installations and history.',
  Agents: 'The Model Context Protocol.',
  Generate: 'Code written by a model, and its execution.',
  Providers: 'Endpoints of models.',
};

/** Generates the OpenAPI 3.1 document from the mounted operations. */
export function openApiDocument(specs: readonly EndpointSpec[], { version, url }: { version: string; url: string }) {
  const paths: ZodOpenApiPathsObject = {};
  for (const spec of specs) {
    const path = spec.path.replace(/[:*](\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [spec.method.toLowerCase()]: operationOf(spec) };
  }
  const document: ZodOpenApiObject = {
    openapi: '3.1.1',
    info: {
      title: 'Strongroom',
      version,
      description: 'Encrypted scripts and hardened local sandboxes, through one API on this machine.',
      contact: { name: 'Strongroom' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url, description: 'This machine' }],
    tags: [...new Set(specs.map((spec) => spec.tag))].map((name) => ({
      name,
      description: tagDescriptions[name] ?? name,
    })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  };
  return createDocument(document, { override: restoreExamples });
}

/** zod leaves out the examples of requests whose fields are transformed, because it takes them for examples of the result. */
const restoreExamples: ZodOpenApiOverride = ({ jsonSchema, zodSchema }) => {
  const examples = examplesOf(zodSchema);
  if (examples.length > 0) jsonSchema.examples = examples;
};

function examplesOf(schema: z.core.$ZodType): unknown[] {
  const examples = z.globalRegistry.get(schema)?.examples;
  return Array.isArray(examples) ? examples : [];
}

function operationOf(spec: EndpointSpec): ZodOpenApiOperationObject {
  const { tag, summary, params, query, headers, body } = spec;
  return {
    operationId: operationId(spec),
    tags: [tag],
    summary,
    description: descriptionOf(spec),
    security: securityOf(spec.access),
    requestParams: {
      ...(params && { path: params as z.ZodObject }),
      ...(query && { query: query as z.ZodObject }),
      ...(headers && { header: headers }),
    },
    ...(body && { requestBody: requestBodyOf(body) }),
    responses: { ...successes(spec), ...failures(spec) },
  };
}

function descriptionOf(spec: EndpointSpec): string {
  const streaming = streamOperationOf(spec);
  if (streaming === undefined) return spec.description;
  return `${spec.description} \`${streaming.method} ${streaming.path}\` streams every request.`;
}

function requestBodyOf(body: NonNullable<EndpointSpec['body']>): ZodOpenApiRequestBodyObject {
  if (body === 'bytes') return { required: true, content: { 'application/octet-stream': { schema: binarySchema } } };
  const isOptional = body instanceof z.ZodOptional;
  const [example] = examplesOf(isOptional ? (body.unwrap() as z.ZodType) : body);
  // Named here as well as in the schema: tools that follow a $ref to the schema do not look at its examples.
  return { required: !isOptional, content: { 'application/json': { schema: body, example } } };
}

/** `GET /api/v1/executions/:id/events` -> `getExecutionsIdEvents`. */
function operationId({ method, path }: EndpointSpec): string {
  const segments = path.replace(/^\/api(\/v1)?/, '').match(/[A-Za-z0-9]+/g) ?? ['info'];
  return method.toLowerCase() + segments.map((segment) => segment.charAt(0).toUpperCase() + segment.slice(1)).join('');
}

function securityOf(access: EndpointSpec['access']): Record<string, string[]>[] {
  if (access === 'open') return [];
  if (access === 'token') return [{ apiKey: [] }, { session: [] }, {}];
  if (access === 'session' || access === 'refresh') return [{ session: [] }];
  return [{ apiKey: [] }, { session: [] }];
}

function successes({ replies, replyHeaders, stream }: EndpointSpec): ZodOpenApiResponsesObject {
  const responses: ZodOpenApiResponsesObject = {};
  for (const [status, reply] of Object.entries(replies)) {
    const isStreamed = status === '200' && (stream?.always || stream?.mixed);
    const content = {
      ...contentOf(reply),
      ...(isStreamed && { 'text/event-stream': { schema: stream.events } }),
    };
    const description = STATUS_CODES[status] ?? 'Success';
    responses[status as '200'] = { description, content, ...(replyHeaders && { headers: replyHeaders }) };
  }
  return responses;
}

const binarySchema = { type: 'string', format: 'binary' } as const;

function contentOf(reply: z.ZodType | NonJsonReply) {
  if (reply === 'empty') return {};
  if (reply === 'file') return Object.fromEntries(fileMediaTypes.map((type) => [type, { schema: binarySchema }]));
  if ('mediaTypes' in reply)
    return Object.fromEntries(reply.mediaTypes.map((type) => [type, { schema: { type: 'string' as const } }]));
  return { 'application/json': { schema: reply } };
}

function failures({ access, body, errors = [], protocolErrors }: EndpointSpec): ZodOpenApiResponsesObject {
  const codes = [
    ...everyOperation,
    ...(access === 'open' ? [] : withCredential),
    ...(body instanceof z.ZodType ? withJson : body ? withBytes : []),
    ...errors,
  ];
  const responses: ZodOpenApiResponsesObject = {};
  const statuses = new Set(protocolErrors?.statuses.map(String));
  const schemaOf = (status: string) =>
    protocolErrors !== undefined && statuses.delete(status) ? z.union([ErrorBody, protocolErrors.schema]) : ErrorBody;
  for (const [status, group] of Map.groupBy(new Set(codes), (code) => errorCatalog[code].status)) {
    const description = group.map((code) => `\`${code}\`: ${errorMeanings[code]}`).join('\n\n');
    const schema = schemaOf(String(status));
    responses[String(status) as '400'] = { description, content: { 'application/json': { schema } } };
  }
  if (protocolErrors !== undefined) {
    const { description, schema } = protocolErrors;
    for (const status of statuses)
      responses[status as '400'] = { description, content: { 'application/json': { schema } } };
  }
  return responses;
}
