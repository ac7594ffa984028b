export type McpSdk = Awaited<ReturnType<typeof loadSdk>>;

/** The library of the protocol, loaded when the first agent connects: it takes memory, and many daemons serve no agent. */
export async function loadSdk() {
  const [server, node] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/node'),
  ]);
  const { McpServer, ResourceTemplate, ProtocolError, ProtocolErrorCode, ResourceNotFoundError } = server;
  const { createMcpHandler, isInitializeRequest, isLegacyRequest } = server;
  const { NodeStreamableHTTPServerTransport, toNodeHandler, toWebRequest } = node;
  return {
    ...{ McpServer, ResourceTemplate, ProtocolError, ProtocolErrorCode, ResourceNotFoundError },
    ...{ createMcpHandler, isInitializeRequest, isLegacyRequest },
    ...{ NodeStreamableHTTPServerTransport, toNodeHandler, toWebRequest },
  };
}
