import type { McpServer, ReadResourceResult, ServerContext } from '@modelcontextprotocol/server';
import type { Execution } from '../../../src-shared/contracts/executions.contract.ts';
import { withTextOutput } from '../../../src-shared/formats/text-output.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { requireScope } from '../../core/rights.ts';
import { AppError, asAppError } from '../../errors/app-error.ts';
import { type AgentRequest, requestOf } from '../agent-call.ts';
import type { AgentDeps } from '../agent-services.ts';
import type { McpSdk } from '../sdk.ts';
import { type RunPart, runParts, runUri, templates } from './run-uris.ts';

const json = 'application/json';
/** Number of runs that the list of resources has. */
const listedRuns = 20;

type Variables = Record<string, string | string[]>;
type Contents = ReadResourceResult['contents'][number];
type Read = (request: AgentRequest, value: (name: string) => string) => Promise<Omit<Contents, 'uri'>>;

/** Adds the resources that an agent can read: languages, stored scripts without code, runs, and the files of runs. */
export function addResources(server: McpServer, sdk: McpSdk, deps: AgentDeps): void {
  const add = createAdder(server, sdk);
  addRuns(add, deps);
  const { services } = deps;
  server.registerResource(
    'languages',
    'strongroom://languages',
    { title: 'Languages', description: 'Languages and versions that run_code supports.', mimeType: json },
    (uri) => ({ contents: [{ uri: uri.href, ...asJson(services.languages()) }] }),
  );
  const language = { title: 'A language', description: 'A language and its version.', mimeType: json };
  add('language', language, async (_request, value) => {
    const found = services.languages().find(({ id }) => id === value('language'));
    if (found === undefined) throw new AppError('unknown_language', 'There is no language with this id.');
    return asJson(found);
  });
  const script = { title: 'A stored script', description: 'A stored script, without its code.', mimeType: json };
  add('script', script, async ({ actor }, value) => {
    requireScope(actor, 'vault');
    const found = services.vault.list(actor).find(({ name }) => name === value('name'));
    if (found === undefined) throw new AppError('code_not_found', 'There is no stored script with this name.');
    const { name, language, description, updatedAt } = found;
    return asJson({ name, language, description, updatedAt });
  });
}

type Adder = ReturnType<typeof createAdder>;

function addRuns(add: Adder, { services }: AgentDeps): void {
  const { executions } = services;
  const run = { title: 'A run', description: 'A run with its stored output.', mimeType: json };
  add('run', { ...run, list: (request) => listRuns(services, request) }, async ({ actor }, value) => {
    requireScope(actor, 'execute');
    return asJson(executions.read(actor, value('id')));
  });
  const part = { title: 'A text of a run', description: 'stdout, stderr or code of a run.', mimeType: 'text/plain' };
  add('run-part', part, async ({ actor }, value) => {
    requireScope(actor, 'execute');
    return {
      mimeType: 'text/plain',
      text: readPartOfRun(withTextOutput(executions.read(actor, value('id'))), value('part')),
    };
  });
  const file = { title: 'A file of a run', description: 'A result file of a program, from its working directory.' };
  add('run-file', file, async ({ actor }, value) => {
    requireScope(actor, 'execute');
    const { mediaType, content } = await executions.readFile(actor, value('id'), value('path'));
    return { mimeType: mediaType, ...asContent(content) };
  });
}

/** Returns the newest runs; none to a key that may not read them. */
async function listRuns({ executions }: AgentDeps['services'], { actor }: AgentRequest) {
  if (!actor.scopes.has('execute')) return [];
  const page = await executions.list(actor, { limit: listedRuns });
  return page.executions.map(({ id, name, language, status, createdAt, source }) => ({
    uri: runUri(id),
    name: id,
    title: visibleLine(`${name === undefined ? '' : `${name}: `}${language} run of ${source}, ${status}, ${createdAt}`),
    mimeType: json,
  }));
}

interface TemplateOptions {
  title: string;
  description: string;
  mimeType?: string;
  list?: (request: AgentRequest) => Promise<{ uri: string; name: string }[]>;
}

/** Creates a function that adds a resource template. Errors become errors of the protocol, as resources have no others. */
function createAdder(
  server: McpServer,
  { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, ResourceTemplate }: McpSdk,
) {
  return (name: keyof typeof templates, { list, ...options }: TemplateOptions, read: Read): void => {
    const listed = list && (async (call: ServerContext) => ({ resources: await list(requestOf(call)) }));
    server.registerResource(
      name,
      new ResourceTemplate(templates[name], { list: listed }),
      options,
      async ({ href: uri }, variables, call) => {
        try {
          return { contents: [{ uri, ...(await read(requestOf(call), (key) => decode(variables, key))) } as Contents] };
        } catch (thrown) {
          const { code, message, status } = asAppError(thrown);
          if (status === 404) throw new ResourceNotFoundError(uri, `${code}: ${message}`);
          const kind = status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
          throw new ProtocolError(kind, `${code}: ${message}`);
        }
      },
    );
  };
}

/** Decodes a variable of a template. @throws AppError `invalid_request` if it is not percent-encoded UTF-8 */
function decode(variables: Variables, name: string): string {
  try {
    return decodeURIComponent(String(variables[name]));
  } catch {
    throw new AppError('invalid_request', `The URI has an invalid percent-encoding in ${name}.`);
  }
}

function asJson(value: unknown) {
  return { mimeType: json, text: JSON.stringify(value) };
}

/** Returns text as text, and other bytes in base64. */
function asContent(content: Uint8Array): { text: string } | { blob: string } {
  if (!content.includes(0)) {
    try {
      return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content) };
    } catch {
      // Not UTF-8.
    }
  }
  return { blob: Buffer.from(content).toString('base64') };
}

/** Returns the stored text of a run. @throws AppError `file_not_found` */
function readPartOfRun(run: Execution, part: string): string {
  if (!isRunPart(part)) throw new AppError('file_not_found', `A run has these texts: ${runParts.join(', ')}.`);
  if (part !== 'code') return run[part];
  if (run.request === undefined)
    throw new AppError('file_not_found', 'The code of this run is not stored, or it is a stored script.');
  return run.request.code;
}

function isRunPart(part: string): part is RunPart {
  return (runParts as readonly string[]).includes(part);
}
