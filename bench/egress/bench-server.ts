import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../measure/temporary-folder.ts';

export const serverName = 'bench.example';

/** An HTTPS server in a network namespace of its own, at an address of the documentation range (RFC 5737). */
export interface BenchServer {
  address: string;
  /** The authority of its certificate, in PEM. */
  authority: string;
  stop(): void;
}

const space = 'strongroom-bench';
const link = 'sr-bench0';
/** The addresses of a link are closed for sandboxes, so the server's own is reached through a route. */
const linkNetwork = '10.254.114';
const address = '203.0.113.2';

/** Serves `/` at once, `/slow` after 20 ms, and `/bytes/N`. */
const program = `
const { Readable, pipeline } = require('node:stream');
const block = Buffer.alloc(1 << 20, 'x');
function* blocks(count) {
  for (let left = count; left > 0; left -= block.length) yield block.subarray(0, Math.min(left, block.length));
}
require('node:https').createServer({ key: process.env.KEY, cert: process.env.CERT }, (request, response) => {
  const [, kind, count] = request.url.split('/');
  if (kind === 'slow') return setTimeout(() => response.end('hello'), 20);
  if (kind !== 'bytes') return response.end('hello');
  response.setHeader('content-length', count);
  pipeline(Readable.from(blocks(Number(count)), { objectMode: false }), response, () => {});
}).listen(443, '0.0.0.0', () => console.log('up'));
process.stdin.resume().on('end', () => process.exit());`;

export async function startBenchServer(): Promise<BenchServer> {
  const { key, cert, authority } = makeCertificate();
  removeNamespace();
  ip('netns', 'add', space);
  ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'far', 'netns', space);
  ip('address', 'add', `${linkNetwork}.1/30`, 'dev', link);
  ip('link', 'set', link, 'up');
  ip('-n', space, 'link', 'set', 'lo', 'up');
  ip('-n', space, 'link', 'set', 'far', 'up');
  ip('-n', space, 'address', 'add', `${linkNetwork}.2/30`, 'dev', 'far');
  ip('-n', space, 'address', 'add', `${address}/32`, 'dev', 'far');
  ip('-n', space, 'route', 'add', 'default', 'via', `${linkNetwork}.1`);
  ip('route', 'add', `${address}/32`, 'via', `${linkNetwork}.2`);
  const child = spawn('ip', ['netns', 'exec', space, process.execPath, '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, KEY: key, CERT: cert },
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('exit', () => reject(new Error('the server of the benchmark exited')));
  });
  const stop = () => {
    child.kill('SIGKILL');
    removeNamespace();
  };
  return { address, authority, stop };
}

function makeCertificate(): { key: string; cert: string; authority: string } {
  const folder = makeTemporaryFolder('bench-ca');
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder.path, stdio: 'pipe' });
  const read = (name: string) => readFileSync(join(folder.path, name), 'utf8');
  const making = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const usage = ['-addext', 'keyUsage=critical,keyCertSign,cRLSign'];
  try {
    openssl(...making, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=An authority of a benchmark', ...usage);
    openssl(
      ...[
        ...making,
        '-keyout',
        'own.key',
        '-out',
        'own.pem',
        '-subj',
        '/CN=bench',
        '-CA',
        'ca.pem',
        '-CAkey',
        'ca.key',
      ],
      ...['-addext', `subjectAltName=DNS:${serverName}`, '-addext', 'basicConstraints=critical,CA:FALSE'],
    );
    return { key: read('own.key'), cert: read('own.pem'), authority: read('ca.pem') };
  } finally {
    folder.remove();
  }
}

function removeNamespace(): void {
  for (const args of [
    ['netns', 'delete', space],
    ['link', 'delete', link],
  ])
    try {
      execFileSync('ip', args, { stdio: 'ignore' });
    } catch {
      // It does not exist.
    }
}

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: 'pipe' });
}
