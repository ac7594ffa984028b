// Works as an agent does: starts the server of the Model Context Protocol, which runs a program. No package is needed.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const server = spawn('strongroom', ['mcp'], { stdio: ['pipe', 'pipe', 'inherit'] });
const answers = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

async function call(id, method, params) {
  send({ id, method, params });
  for (;;) {
    const { value, done } = await answers.next();
    if (done) throw new Error('the server has ended');
    const answer = JSON.parse(value);
    if (answer.id === id) return answer.result;
  }
}

const clientInfo = { name: 'example', version: '1' };
await call(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
send({ method: 'notifications/initialized' });
const { tools } = await call(2, 'tools/list', {});
console.log(
  'has run_code:',
  tools.some(({ name }) => name === 'run_code'),
);
const run = { name: 'run_code', arguments: { language: 'python', code: 'print(6 * 7)' } };
const { structuredContent } = await call(3, 'tools/call', run);
console.log(structuredContent.status, structuredContent.stdout.trim());
server.stdin.end();
