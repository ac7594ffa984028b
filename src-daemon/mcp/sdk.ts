export type McpSdk = Awaited<ReturnType<typeof loadSdk>>;

/** The library of the protocol, loaded when the first agent connects: it takes 8 MiB, and many daemons serve no agent. */
export async function loadSdk() {
  const [{ McpServer, ResourceTemplate }, { StreamableHTTPServerTransport }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/mcp.js'),
    import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  const { ErrorCode, McpError, isInitializeRequest } = types;
  return { McpServer, ResourceTemplate, StreamableHTTPServerTransport, ErrorCode, McpError, isInitializeRequest };
}
