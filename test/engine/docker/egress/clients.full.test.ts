import { expect, test } from 'vitest';
import { filesOfGit, filesOfRequests } from './machine-clients.ts';
import { boundSecret, describeRules, farName } from './rule-runs.ts';

const url = `https://${farName}`;

/** Programs that request the address in their first argument and print the answer. */
const clients = {
  curl: { language: 'bash', code: 'curl -sS --max-time 20 -H "Authorization: Bearer $TOKEN" "$1"' },
  python: {
    language: 'python',
    code: `
import os, sys, urllib.request
request = urllib.request.Request(sys.argv[1], headers={'Authorization': 'Bearer ' + os.environ.get('TOKEN', '')})
print(urllib.request.urlopen(request, timeout=20).read().decode())`,
  },
  'node fetch': {
    language: 'javascript',
    code: `
const answer = await fetch(process.argv[2], { headers: { authorization: 'Bearer ' + process.env.TOKEN } });
console.log(await answer.text());`,
  },
  'node https': {
    language: 'typescript',
    code: `
import { request } from 'node:https';
request(process.argv[2]!, { headers: { authorization: 'Bearer ' + process.env.TOKEN } }, (answer) => answer.pipe(process.stdout)).end();`,
  },
};

describeRules('clients in a run with network rules', { plan: 201, keepsWarm: true }, ({ run, far }) => {
  test.each(Object.entries(clients))(
    '%s reaches an allowed host by a connection that is passed through',
    async (_, client) => {
      const result = await run({
        ...client,
        args: [`${url}/hello?q=1`],
        env: { TOKEN: 'own' },
        allow: [{ host: farName }],
      });
      expect(result.stderr).toBe('');
      expect(JSON.parse(result.stdout)).toMatchObject({ method: 'GET', url: '/hello?q=1' });
      expect(result.events.map(({ phase }) => phase)).toEqual(['open', 'close']);
    },
  );

  test.each(Object.entries(clients))('%s sends a secret that it does not have', async (_, client) => {
    const secret = boundSecret('TOKEN', 'sk-live-7Qx/value+of=the.secret');
    await far().received();
    const result = await run({
      ...client,
      args: [`${url}/answer`],
      secrets: [secret],
      allow: [{ host: farName, secrets: ['TOKEN'] }],
    });
    expect(result.stderr).toBe('');
    const { requests } = await far().received();
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${secret.value}`]);
    expect(result.stdout.trim()).toBe('Bearer ***');
    expect(result.uses).toEqual([`${farName} TOKEN`]);
    const request = { host: farName, port: 443, method: 'GET', path: '/answer', status: 200, secrets: ['TOKEN'] };
    expect(result.requests).toEqual([request]);
  });

  test('git trusts the certificate of an intercepted connection', async () => {
    const files = filesOfGit();
    const code = `
export LD_LIBRARY_PATH=/work/lib GIT_EXEC_PATH=/work/git-core HOME=/tmp
chmod +x git-core/*; git-core/git ls-remote "$1/repo.git" 2>&1 || true`;
    const result = await run({ code, files, args: [url], allow: [{ host: farName, paths: ['/repo.git/**'] }] });
    expect(result.requests[0]).toMatchObject({ method: 'GET', path: '/repo.git/info/refs', status: 200 });
    expect(result.stdout).not.toContain('certificate');
  });

  test('requests, of Python, sends a secret that it does not have', async () => {
    const secret = boundSecret('TOKEN', 'sk-live-7Qx/value+of=the.secret');
    const code = `
import os, sys
sys.path.insert(0, '/work')
from pip._vendor import requests
answer = requests.get(sys.argv[1], headers={'Authorization': 'Bearer ' + os.environ['TOKEN']}, timeout=20)
print(answer.text)`;
    const allow = [{ host: farName, secrets: ['TOKEN'] }];
    const input = { language: 'python', code, files: filesOfRequests(), args: [`${url}/answer`] };
    const result = await run({ ...input, secrets: [secret], allow });
    expect([result.stdout.trim(), result.stderr]).toEqual(['Bearer ***', '']);
  });

  test('a client that waits gets its answer when the upstream sends it in pieces', async () => {
    const code = `exec 3<>/dev/tcp/${farName}/7000; echo one >&3; head -1 <&3; echo two >&3; head -1 <&3`;
    const result = await run({ code, allow: [{ host: farName, protocol: 'tcp', ports: [7000] }] });
    expect([result.stdout, result.stderr]).toEqual(['one\ntwo\n', '']);
  });
});
