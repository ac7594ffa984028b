import { listLanguages } from '../../../src-shared/contracts/languages.contract.ts';
import {
  type CellResult,
  createContext,
  deleteContext,
  interruptContext,
} from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import {
  deleteSandbox,
  readSandbox,
  type Sandbox,
} from '../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import { CliError } from '../../cli-error.ts';
import type { ApiClient } from '../../client/api-client.ts';
import type { Reporter } from '../../output/reporter.ts';
import { type CreateFlags, readCreateRequest } from '../../sandbox/create-options.ts';
import { createSandboxOf } from '../../sandbox/create-sandbox.ts';
import { inSandbox } from '../../sandbox/explain-refusal.ts';
import { createSandboxFinder } from '../../sandbox/find-sandbox.ts';
import type { Surroundings } from '../../surroundings.ts';
import type { CellContext } from './follow-cell.ts';

export type ReplSession = Awaited<ReturnType<typeof openReplSession>>;

interface Opening {
  surroundings: Surroundings;
  reporter: Reporter;
  language: string | undefined;
  flags: CreateFlags;
  /** The id of an existing sandbox, or its first characters. */
  sandbox: string | undefined;
}

const defaultContext = 'default';

/**
 * Opens the sandbox and the context of a REPL. A sandbox of its own is deleted at the end. In an existing sandbox, cells
 * of its own language share the default context with other clients; another language gets a context of its own.
 * @throws ApiRefusal, CliError
 */
export async function openReplSession(client: ApiClient, opening: Opening) {
  const { language, sandbox } = opening;
  const found = await openSandbox(client, opening);
  const { id } = found;
  const spoken = await idOfLanguage(client, language, found);
  const isOwn = sandbox === undefined;
  const isDefault = spoken === found.language;
  let cid = isDefault ? defaultContext : await newContext();

  async function newContext(): Promise<string> {
    const created = await inSandbox({ id }, () =>
      client.call(createContext, { params: { id }, body: { language: spoken } }),
    );
    return created.id;
  }

  /** Starts a context without variables; the default context starts again with the next cell. */
  async function renewContext(): Promise<void> {
    if (!isDefault) cid = await newContext();
  }

  return {
    id,
    language: spoken,
    isOwn,
    notices: isOwn ? (found.notices ?? []) : [],
    context: (): CellContext => ({ client, id, cid }),
    /** Interrupts the cell in progress, if there is one. */
    async interrupt(): Promise<void> {
      // The cell, or its context, may have ended before the request arrived.
      await client.call(interruptContext, { params: { id, cid } }).catch(() => undefined);
    },
    /** Starts a new context if the cell ended it. */
    async cellEnded({ contextEnded }: CellResult): Promise<void> {
      if (contextEnded) await renewContext();
    },
    renewContext,
    /** Deletes what the REPL created. */
    async close(): Promise<void> {
      const removal = isOwn
        ? client.call(deleteSandbox, { params: { id } })
        : isDefault || client.call(deleteContext, { params: { id, cid } });
      // The sandbox may have ended already; then the cell has reported it.
      await Promise.resolve(removal).catch(() => undefined);
    },
  };
}

async function openSandbox(
  client: ApiClient,
  { surroundings, reporter, language, flags, sandbox }: Opening,
): Promise<Sandbox> {
  const connect = async () => client;
  const body = await readCreateRequest(flags, { language, surroundings, reporter, isStdinTaken: true, connect });
  if (sandbox === undefined) return createSandboxOf({ client, reporter, body });
  const { language: _, ...settings } = body;
  const [setting] = Object.keys(settings);
  if (setting !== undefined)
    throw new CliError(
      'usage',
      `--sandbox names an existing sandbox, which keeps its settings (${setting} is one). Remove the option, or create a new sandbox.`,
    );
  const id = await createSandboxFinder(client)(sandbox);
  return inSandbox({ id }, () => client.call(readSandbox, { params: { id } }));
}

/** Returns the id for an alias such as `py`. */
async function idOfLanguage(client: ApiClient, given: string | undefined, { language }: Sandbox): Promise<string> {
  if (given === undefined || given === language) return language;
  const { languages } = await client.call(listLanguages, {});
  return languages.find(({ id, aliases }) => id === given || aliases.includes(given))?.id ?? given;
}
