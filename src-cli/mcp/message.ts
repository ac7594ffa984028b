/** A message of the Model Context Protocol, with the fields that the bridge reads. */
export interface Message {
  id?: string | number;
  method?: string;
  params?: Record<string, unknown> | undefined;
  result?: { protocolVersion?: string };
}

/** The parameter that the header Mcp-Name repeats, by method. */
const nameParameters: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/**
 * Returns the HTTP headers of a message of MCP 2026-07-28, which needs no session; undefined for a message of an older
 * revision (MCP 2026-07-28, streamable HTTP, standard headers).
 */
export function statelessHeaders({ method, params }: Message): Record<string, string> | undefined {
  const revision = fieldOf(params?._meta, 'io.modelcontextprotocol/protocolVersion');
  if (method === undefined || typeof revision !== 'string') return undefined;
  const name = fieldOf(params, nameParameters[method] ?? '');
  return {
    'mcp-protocol-version': headerValue(revision),
    'mcp-method': headerValue(method),
    ...(typeof name === 'string' && { 'mcp-name': headerValue(name) }),
  };
}

/** Returns the id of the request that a message cancels; undefined for any other message. */
export function cancelledId({ method, params }: Message): string | number | undefined {
  const id = method === 'notifications/cancelled' ? params?.requestId : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** Encodes a value with characters that a header cannot contain, in the form of the protocol. */
function headerValue(text: string): string {
  if (/^[\w.:/-]*$/.test(text)) return text;
  return `=?base64?${Buffer.from(text.toWellFormed()).toString('base64')}?=`;
}
