import { addPackage } from '../../../src-shared/contracts/packages.contract.ts';
import { call } from '../../client/call.ts';
import { packagesQuery } from '../../client/queries.ts';
import { sessionQueries, sessionSignal } from '../../client/session/session-scope.ts';

const pollMs = 1000;

/**
 * Adds a package to the list of a language, and returns when the list is installed: undefined, or why it is not.
 * @throws ApiError if the package was not added
 */
export async function installPackage(language: string, name: string): Promise<string | undefined> {
  const signal = sessionSignal();
  const added = await call(addPackage, { body: { language, name } });
  while (!signal?.aborted) {
    const packages = await sessionQueries().fetchQuery({ ...packagesQuery, staleTime: 0 });
    const info = packages.find((one) => one.language === added.language && one.name === added.name);
    if (info === undefined) return 'It was removed from the list of packages.';
    if (info.status === 'installed') return undefined;
    if (info.status === 'failed') return `${info.error ?? 'The installation failed.'} Packages has the log.`;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return undefined;
}
