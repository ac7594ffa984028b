import { listSandboxes, SandboxId } from '../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import { CliError } from '../cli-error.ts';
import type { ApiClient } from '../client/api-client.ts';

/** Creates a function that returns the id of a sandbox for the id or for its first characters. @throws CliError */
export function createSandboxFinder(client: ApiClient): (given: string) => Promise<string> {
  let known: Promise<string[]> | undefined;

  async function listIds(): Promise<string[]> {
    const { sandboxes } = await client.call(listSandboxes, {});
    return sandboxes.map(({ id }) => id);
  }

  return async (given) => {
    // The daemon answers a complete id, and says why a sandbox ended.
    if (SandboxId.safeParse(given).success) return given;
    known ??= listIds();
    return chooseSandbox(await known, given);
  };
}

/** Returns the only id that begins with a text. @throws CliError `usage` if there is none, or more than one */
export function chooseSandbox(ids: readonly string[], given: string): string {
  const found = ids.filter((id) => id.startsWith(given));
  const [id] = found;
  if (given === '' || id === undefined)
    throw new CliError(
      'usage',
      `No sandbox has an id that begins with "${given}". List them with: strongroom sandbox ls`,
    );
  if (found.length > 1)
    throw new CliError(
      'usage',
      `${found.length} sandboxes have ids that begin with "${given}". Enter more characters.`,
    );
  return id;
}
