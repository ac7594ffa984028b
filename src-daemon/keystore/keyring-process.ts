import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { KeyStoreError } from './key-store.ts';

interface KeyringRequest {
  service: string;
  account: string;
  /** The text to keep; absent for a read. */
  text?: string;
  /** Removes the entry. */
  remove?: true;
}

interface KeyringReply {
  id: number;
  /** The store has answered, the entry itself is still to come. */
  connected?: true;
  text?: string | null;
  failure?: string;
}

/**
 * Runs in a process of its own, because the binding connects synchronously: a frozen Secret Service would stop the
 * daemon with it, and a native call can be ended in no other way. Secrets pass through the pipe between the two, never
 * through arguments. On Linux only the Secret Service will do: the binding's default falls back to the kernel's keyring,
 * which forgets at a reboot.
 */
const program = `
  const { AsyncEntry } = require(process.argv[1]);
  process.on('disconnect', () => process.exit(0));
  process.on('message', async ({ id, service, account, text, remove }) => {
    try {
      const entry = new AsyncEntry(service, account, { linux: { store: 'secret-service' } });
      process.send({ id, connected: true });
      if (remove) { await entry.deletePassword(); process.send({ id, text: null }); }
      else if (text === undefined) process.send({ id, text: (await entry.getPassword()) ?? null });
      else { await entry.setPassword(text); process.send({ id, text: null }); }
    } catch (error) {
      process.send({ id, failure: String(error && error.message) });
    }
  });
`;

/** What was asked of the store, on its way. */
export interface KeyringCall {
  /** Resolves when the store has answered at all, or never will. */
  connected: Promise<void>;
  /** The entry's text; null when there is none. */
  answer: Promise<string | null>;
}

const idleMs = 10_000;

/**
 * Talks to the key store of the OS; the process behind it starts on demand and ends when it is idle. A store that does
 * not answer at all within `connectTimeoutMs` is given up with its process; one that asks its owner may take any time.
 */
export function createKeyringProcess({ connectTimeoutMs }: { connectTimeoutMs: number }) {
  const waiting = new Map<number, (reply: KeyringReply | undefined) => void>();
  let child: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastId = 0;

  function start(): ChildProcess {
    const binding = createRequire(import.meta.url).resolve('@napi-rs/keyring');
    const started = spawn(process.execPath, ['-e', program, binding], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    started.on('message', (reply: KeyringReply) => waiting.get(reply.id)?.(reply));
    started.on('error', () => abandon(started));
    started.on('exit', () => abandon(started));
    started.unref();
    return started;
  }

  /** Ends the process and with it every request that it still holds. */
  function abandon(ended: ChildProcess): void {
    ended.kill('SIGKILL');
    if (child !== ended) return;
    child = undefined;
    for (const settle of [...waiting.values()]) settle(undefined);
  }

  /** Neither the process nor its channel keeps the daemon alive when nothing is asked of it. */
  function restWhenIdle(): void {
    if (waiting.size > 0) return;
    child?.channel?.unref();
    idleTimer = setTimeout(() => {
      const idle = child;
      child = undefined;
      idle?.disconnect();
    }, idleMs).unref();
  }

  /**
   * Reads, writes or removes one entry. The answer fails with
   * @throws KeyStoreError `unavailable`, `locked`
   */
  return function request(entry: KeyringRequest): KeyringCall {
    const answer = Promise.withResolvers<string | null>();
    const connected = Promise.withResolvers<void>();
    clearTimeout(idleTimer);
    child ??= start();
    const target = child;
    target.channel?.ref();
    lastId += 1;
    const id = lastId;
    const connectTimer = setTimeout(() => abandon(target), connectTimeoutMs);
    waiting.set(id, (reply) => {
      clearTimeout(connectTimer);
      connected.resolve();
      if (reply?.connected) return;
      waiting.delete(id);
      restWhenIdle();
      if (reply?.text === undefined) answer.reject(explainFailure(reply?.failure));
      else answer.resolve(reply.text);
    });
    target.send({ id, ...entry }, (error) => {
      if (error) abandon(target);
    });
    return { connected: connected.promise, answer: answer.promise };
  };
}

/**
 * The binding has one code for all failures and tells them apart in words only; the beginning of these words is the
 * name of the failure (keyring-core's NoStorageAccess), and the tests hold it against a real locked keychain.
 */
function explainFailure(failure: string | undefined): KeyStoreError {
  if (failure?.startsWith("Couldn't access platform storage")) {
    return new KeyStoreError('locked', 'The keychain is locked. Unlock it; Strongroom goes on by itself.');
  }
  return new KeyStoreError('unavailable', 'The key store of the operating system does not answer.', { cause: failure });
}
