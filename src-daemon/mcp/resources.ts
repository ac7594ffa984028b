import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { ReadResourceResult } from '@modelcontextprotocol/sdk/types.js';
import { asAppError } from '../core/app-error.ts';
import { requireScope } from '../core/rights.ts';
import { type AgentRequest, type Extra, requestOf } from './agent-call.ts';
import type { AgentDeps } from './agent-services.ts';
import type { McpSdk } from './sdk.ts';

const json = 'application/json';

/** Adds the resources that an agent can read: languages, runs, and result files of runs. */
export function addResources(server: McpServer, sdk: McpSdk, { services }: AgentDeps): void {
  const { ResourceTemplate } = sdk;
  const readFor = createReader(sdk);
  server.registerResource(
    'languages',
    'strongroom://languages',
    { title: 'Languages', description: 'Languages and versions that run_code supports.', mimeType: json },
    (uri) => asText(uri, services.languages()),
  );
  server.registerResource(
    'run',
    new ResourceTemplate('strongroom://executions/{id}', { list: undefined }),
    { title: 'A run', description: 'A run with its complete output.', mimeType: json },
    (uri, { id }, extra) =>
      readFor(extra, async ({ actor }) => asText(uri, services.executions.read(actor, String(id)))),
  );
  server.registerResource(
    'run-file',
    new ResourceTemplate('strongroom://executions/{id}/files/{+path}', { list: undefined }),
    { title: 'A file of a run', description: 'A result file of a program, from its working directory.' },
    (uri, { id, path }, extra) =>
      readFor(extra, async ({ actor }) => {
        const filePath = decodeURIComponent(String(path));
        const { mediaType, content } = await services.executions.readFile(actor, String(id), filePath);
        return { contents: [{ uri: uri.href, mimeType: mediaType, blob: Buffer.from(content).toString('base64') }] };
      }),
  );
}

function asText(uri: URL, value: unknown): ReadResourceResult {
  return { contents: [{ uri: uri.href, mimeType: json, text: JSON.stringify(value) }] };
}

/** Creates a function that reads a resource. Its errors become errors of the protocol, as resources have no other ones. */
function createReader({ McpError, ErrorCode }: McpSdk) {
  return async <T>(extra: Pick<Extra, 'authInfo'>, read: (request: AgentRequest) => Promise<T>): Promise<T> => {
    try {
      const request = requestOf(extra);
      requireScope(request.actor, 'execute');
      return await read(request);
    } catch (thrown) {
      const { code, message, status } = asAppError(thrown);
      throw new McpError(status < 500 ? ErrorCode.InvalidParams : ErrorCode.InternalError, `${code}: ${message}`);
    }
  };
}
