/** The port of the daemon in another program's hands: the window sends it nothing, not even a connection. */
import { expect, it } from 'vitest';
import { register } from '../e2e/interface.ts';
import { squat } from '../support/daemon/squatter.ts';
import { readLogs } from '../support/daemon/test-daemon.ts';
import { until } from '../support/until.ts';
import { describeShell, exited, type RunningShell, useShell } from './real-shell.ts';

describeShell('a window whose port another program has', () => {
  const fixture = useShell();
  const pageText = ({ app }: RunningShell) =>
    app.evaluate(({ BrowserWindow }) => {
      const pages = BrowserWindow.getAllWindows().filter((one) =>
        one.webContents.getURL().startsWith('strongroom-shell:'),
      );
      return Promise.all(pages.map((one) => one.webContents.executeJavaScript('document.body.innerText')));
    });
  const saysThatItIsTaken = (shell: RunningShell) =>
    until(async () => String(await pageText(shell)).includes('is taken by'));

  it('sends it nothing while it is open, whatever its page requests, and continues when the port is free', async () => {
    const shell = await fixture.start();
    const { window } = shell;
    await register(window);
    const before = shell.runFile();
    process.kill(before.pid, 'SIGKILL');
    const squatter = await squat(before.port);
    await exited(before.pid);
    const outcomes = await window.evaluate(async (origin) => {
      const outcome = (asked: Promise<unknown>) =>
        asked.then(
          () => 'answered',
          () => 'failed',
        );
      const element = (tag: 'img' | 'script' | 'link' | 'iframe', fields: object) =>
        new Promise((resolve, reject) => {
          const made = Object.assign(document.createElement(tag), { onload: resolve, onerror: reject }, fields);
          document.head.append(made);
        });
      const headers = { 'content-type': 'application/json', 'x-api-key': 'srk_secret' };
      return Promise.all([
        outcome(fetch('/api/v1/health')),
        outcome(fetch('/api/v1/execute', { method: 'POST', headers, body: '{"code":"secret"}' })),
        outcome(element('script', { type: 'module', src: '/assets/lazy.js' })),
        outcome(element('script', { src: '/assets/other.js' })),
        outcome(element('link', { rel: 'stylesheet', href: '/assets/other.css' })),
        outcome(element('link', { rel: 'preload', as: 'script', href: '/assets/early.js' })),
        outcome(element('img', { src: '/icon.svg?again' })),
        outcome(
          new Promise((resolve, reject) => {
            const socket = new WebSocket(origin.replace('http', 'ws'));
            Object.assign(socket, { onopen: resolve, onerror: reject });
          }),
        ),
        outcome(
          new Promise((resolve, reject) => {
            Object.assign(new Worker('/assets/worker.js'), { onmessage: resolve, onerror: reject });
          }),
        ),
      ]);
    }, `http://127.0.0.1:${before.port}`);
    expect(outcomes).toEqual(outcomes.map(() => 'failed'));
    expect(await window.evaluate(() => navigator.sendBeacon('/api/v1/health', 'secret'))).toBeDefined();
    await saysThatItIsTaken(shell);
    expect(squatter.received()).toEqual([]);
    await squatter.close();
    await retry(shell);
    await until(() => shell.runFile().pid !== before.pid);
    await shell.window.getByLabel('E-mail').waitFor();
  });

  it('opens nothing at the start, and says who has it', async () => {
    const squatter = await squat(0);
    const shell = await fixture.start(['--port', String(squatter.port)]);
    await saysThatItIsTaken(shell);
    expect(String(await pageText(shell))).toContain(`Port ${squatter.port} is taken by`);
    expect(squatter.received()).toEqual([]);
  });

  async function retry({ app }: RunningShell): Promise<void> {
    await app.evaluate(({ BrowserWindow }) => {
      const shown = BrowserWindow.getAllWindows().find((one) =>
        one.webContents.getURL().startsWith('strongroom-shell:'),
      );
      return shown?.webContents.executeJavaScript(`setTimeout(() => document.querySelector('button').click())`);
    });
  }
});

describeShell('the window over the socket', () => {
  const fixture = useShell();

  /** Runs in the page, with an account of its own. */
  async function enter() {
    const shell = await fixture.start();
    await shell.window.getByLabel('E-mail').waitFor();
    const apiKey = await shell.window.evaluate(async () => {
      const body = JSON.stringify({ email: `${crypto.randomUUID()}@example.com`, password: 'correct horse battery' });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch('/api/register', { method: 'POST', headers, body });
      return String((await answer.json()).apiKey);
    });
    return { ...shell, apiKey };
  }

  it('shows output as it comes, and lets go of a run that its page has left', async () => {
    const { window, apiKey } = await enter();
    const first = await window.evaluate(async (key) => {
      const headers = { 'content-type': 'application/json', 'x-api-key': key, accept: 'text/event-stream' };
      const code = 'import time\nprint("early", flush=True)\ntime.sleep(600)';
      const body = JSON.stringify({ language: 'python', code, timeoutMs: 600_000 });
      const leaving = new AbortController();
      const answer = await fetch('/api/v1/execute', { method: 'POST', headers, body, signal: leaving.signal });
      const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      while (!text.includes('early')) text += (await reader?.read())?.value ?? '';
      leaving.abort();
      return text;
    }, apiKey);
    expect(first).toContain('event: stdout');
    const left = () => /"route":"\/api\/v1\/execute"[^\n]*"completed":false/.test(readLogs(`${fixture.dataDir}/logs`));
    await until(left);
  });

  it('carries large bodies in both directions, and is this machine in the audit log', async () => {
    const { window, apiKey } = await enter();
    const found = await window.evaluate(async (key) => {
      const headers = { 'content-type': 'application/json', 'x-api-key': key };
      const post = (fields: object) =>
        fetch('/api/v1/execute', { method: 'POST', headers, body: JSON.stringify({ language: 'python', ...fields }) });
      const stdin = 'x'.repeat(7 * 1024 * 1024);
      const code =
        'import sys\ntext = sys.stdin.read()\nprint(len(text))\nopen("out.bin", "wb").write(b"\\xff" * 5_000_000)';
      const ran = await (await post({ code, stdin })).json();
      const file = await fetch(`/api/v1/executions/${ran.id}/files/out.bin`, { headers });
      const bytes = new Uint8Array(await file.arrayBuffer());
      const tooLarge = await post({ code, stdin: 'x'.repeat(17 * 1024 * 1024) });
      const ended = await fetch('/api/v1/secrets/NONE', { method: 'DELETE', headers });
      const { logs } = await (await fetch('/api/v1/audit-log', { headers })).json();
      return {
        stdout: ran.stdout,
        bytes: [bytes.length, bytes.every((byte) => byte === 0xff)],
        disposition: file.headers.get('content-disposition'),
        statuses: [tooLarge.status, ended.status],
        code: (await tooLarge.json()).error.code,
        addresses: [...new Set(logs.map((entry: { ip_address: string }) => entry.ip_address))],
      };
    }, apiKey);
    expect(found).toMatchObject({ stdout: `${7 * 1024 * 1024}\n`, bytes: [5_000_000, true], code: 'too_large' });
    expect(found.disposition).toContain('attachment');
    expect(found.addresses).toEqual(['127.0.0.1']);
    expect(found.statuses).toEqual([413, 404]);
  });
});
