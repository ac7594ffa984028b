/** No input or output of a user is in the log, or in clear text in a file of the data folder. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { changePassword, login, refresh, register } from '../../../src-shared/contracts/accounts.contract.ts';
import { createApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { execute, readExecutionFile } from '../../../src-shared/contracts/executions.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { asBearer } from '../../support/api-client.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { expectAbsent } from '../../support/expect-absent.ts';
import { sendBytes } from '../../support/network/raw-socket.ts';

const daemon = testDaemonOfFile({ args: ['--log-level', 'trace'] });
const mark = 'SENTINEL';

describeWithEngine('a sentinel', () => {
  it('that was put into every place a user can put one is found nowhere', async () => {
    const { client: stranger, url, port } = daemon();
    const email = `${mark}-mail@example.com`;
    const password = `${mark}-password`;
    const { token, apiKey } = await stranger.call(register, { body: { email, password } });
    const client = stranger.with({ 'x-api-key': apiKey });
    const run = {
      language: 'bash',
      code: `echo ${mark}-out; echo ${mark}-err >&2; echo ${mark}-left > ${mark}-file.txt; exit 3`,
      stdin: `${mark}-stdin`,
      args: [`${mark}-arg`],
      env: { SECRETIVE: `${mark}-env`, [`${mark}_NAME`]: 'x' },
      files: [{ path: `${mark}-in.txt`, content: `${mark}-content` }],
    };
    const { id } = await client.call(execute, { body: run });
    await client.answer(readExecutionFile, { params: { id, path: `${mark}-file.txt` } });

    const refused = [
      { method: 'POST', path: login.path, body: { email, password: `${mark}-wrong` } },
      { method: 'POST', path: login.path, body: { email: `${mark}-who@example.com`, password } },
      { method: 'POST', path: register.path, body: { email: `${mark} no mail`, password: `${mark}` } },
      { method: 'POST', path: execute.path, body: `{"language":"bash","code":"${mark}"` },
      { method: 'POST', path: execute.path, body: { ...run, language: `${mark}-language` } },
      { method: 'POST', path: execute.path, body: { ...run, [`${mark}Field`]: `${mark}-value` } },
      { method: 'POST', path: execute.path, body: { ...run, files: [{ path: 'main.sh', content: mark }] } },
      { method: 'POST', path: execute.path, body: { ...run, env: { A: mark.repeat(20_000) } } },
      { method: 'GET', path: `/api/v1/executions?token=${mark}-query` },
      { method: 'GET', path: `/api/v1/executions/${mark}-id` },
      {
        method: 'GET',
        path: `/${mark}-path?q=${mark}`,
        headers: { cookie: `${mark}-cookie`, referer: `${url}/${mark}` },
      },
      { method: 'GET', path: '/api/v1/executions', headers: { 'x-api-key': `srk_${mark}` } },
      { method: 'GET', path: '/api/v1/executions', headers: { authorization: `Bearer ${mark}`, 'x-api-key': '' } },
    ];
    for (const sending of refused)
      expect((await client.send(sending)).status, sending.path).toBeGreaterThanOrEqual(400);
    await sendBytes(port, `GET /${mark} HTTP/1.1\r\nHost: ${mark}\r\n\r\n`, { end: true });
    await sendBytes(port, `${mark} nonsense\r\n\r\n`, { end: true });

    const session = stranger.with(asBearer(token));
    const { token: refreshed } = await session.call(refresh);
    const body = { currentPassword: password, newPassword: `${mark}-new-password` };
    await session.call(changePassword, { body });
    const created = await client.call(createApiKey, { body: { name: 'plain', scopes: ['audit'] } });
    await client.call(updateSettings, { body: { installer: { proxy: `http://${mark}:${mark}@127.0.0.1:9` } } });

    const log = await daemon().readLog();
    expect(log).toContain('"route":"/api/v1/execute"');
    const credentials = [token, refreshed, apiKey, created.apiKey].map((text) => text.slice(-40));
    for (const secret of [mark, mark.toLowerCase(), ...credentials]) {
      expect(log, secret).not.toContain(secret);
      for (const path of filesBelow(join(daemon().config.dataDir, '..')))
        expectAbsent(readFileSync(path), secret, path);
    }
    const trail = await client.answer(listAuditLog, { query: { limit: 1000 } });
    expect(trail.text).not.toContain(mark);
  });
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}
