import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { KeyStoreError } from './key-store.ts';
import { KeyringReply, type KeyringRequest } from './keyring-protocol.ts';

/**
 * The program of the keyring process. The binding connects synchronously: in the daemon's own process, a frozen Secret
 * Service would block the daemon, and a native call cannot be interrupted. Secrets pass through the IPC channel, never
 * through arguments. On Linux the program requires the Secret Service, because the binding falls back to the kernel's
 * keyring, which is lost at a reboot.
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

/** A request in progress. */
export interface KeyringCall {
  /** Resolves when the key store has answered or the request has failed. */
  connected: Promise<void>;
  /** Text of the entry; null if there is none. */
  answer: Promise<string | null>;
}

const idleMs = 10_000;

/**
 * Connects to the key store of the operating system. The keyring process starts on demand and exits when it is idle. If
 * the store does not answer within `connectTimeoutMs`, the process is killed. A store that asks the user to unlock it has
 * no time limit here.
 */
export function createKeyringProcess({ connectTimeoutMs }: { connectTimeoutMs: number }) {
  const waiting = new Map<number, (reply: KeyringReply | undefined) => void>();
  let child: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastId = 0;

  function start(): ChildProcess {
    const binding = createRequire(import.meta.url).resolve('@napi-rs/keyring');
    const started = spawn(process.execPath, ['-e', program, binding], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    started.on('message', (message) => {
      const { success, data } = KeyringReply.safeParse(message);
      if (success) waiting.get(data.id)?.(data);
      else abandon(started);
    });
    started.on('error', () => abandon(started));
    started.on('exit', () => abandon(started));
    started.unref();
    return started;
  }

  /** Kills a process and fails its pending requests. */
  function abandon(target: ChildProcess): void {
    target.kill('SIGKILL');
    if (child !== target) return;
    child = undefined;
    for (const settle of [...waiting.values()]) settle(undefined);
  }

  /** Disconnects the process after a while without requests. An idle process does not keep the daemon alive. */
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
   * Reads, writes or removes one entry. The answer rejects with KeyStoreError `unavailable` or `locked`.
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
      if (reply !== undefined && 'connected' in reply) return;
      waiting.delete(id);
      restWhenIdle();
      if (reply !== undefined && 'text' in reply) answer.resolve(reply.text);
      else answer.reject(keyStoreErrorOf(reply?.failure));
    });
    target.send({ id, ...entry }, (error) => {
      if (error) abandon(target);
    });
    return { connected: connected.promise, answer: answer.promise };
  };
}

/**
 * The binding has one code for all failures, so only the message distinguishes them. It begins with the name of the
 * failure (NoStorageAccess of keyring-core). A test checks that against a real locked keychain.
 */
function keyStoreErrorOf(failure: string | undefined): KeyStoreError {
  if (failure?.startsWith("Couldn't access platform storage")) {
    return new KeyStoreError('locked', 'The keychain is locked. Unlock it; Strongroom then continues automatically.');
  }
  return new KeyStoreError('unavailable', 'The key store of the operating system does not answer.', { cause: failure });
}
