import { isIntercepted } from './choose-rule.ts';
import type { Connection } from './connection.ts';
import { checkHello } from './hello/read-hello.ts';
import { ConnectError } from './http-connection.ts';
import { proxyIntercepted, proxyUnencrypted } from './proxy-requests.ts';
import type { RunContext } from './run-context.ts';

/**
 * Checks the first bytes of a connection, connects the host, and copies bytes in both directions or serves requests. A
 * failure is reported and closes the connection.
 */
export async function handleConnection(run: RunContext, connection: Connection): Promise<void> {
  const { rule } = connection.applied;
  try {
    if (rule.protocol === 'http') return await proxyUnencrypted(run, connection);
    if (rule.protocol === 'tls' && !(await namesItsHost(run, connection))) return;
    if (isIntercepted(rule)) await proxyIntercepted(run, connection);
    else await passThrough(connection);
  } catch (error) {
    if (!(error instanceof ConnectError)) throw error;
    connection.fail(error.reason);
  }
}

async function namesItsHost({ limits }: RunContext, { program, host, fail }: Connection): Promise<boolean> {
  const problem = await checkHello(program, { host, limitMs: limits.headersMs });
  // The program has tried whether it can connect.
  if (problem === 'left') program.destroy();
  else if (problem !== undefined) fail(problem);
  return problem === undefined;
}

/**
 * Connects the host and copies bytes in both directions, with back-pressure. Each direction ends on its own; a reset of one
 * side resets the other.
 * @throws ConnectError
 */
async function passThrough({ program, connect, report }: Connection): Promise<void> {
  const socket = await connect();
  report('open');
  // The host has reset the connection, or it was closed at a limit. After a normal end, the program still gets bytes.
  socket.once('close', () => {
    if (!socket.readableEnded) program.destroy();
  });
  program.pipe(socket);
  socket.pipe(program);
}
