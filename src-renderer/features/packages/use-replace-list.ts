import { useMutation } from '@tanstack/react-query';
import { type PackageSpec, setPackages } from '../../../src-shared/contracts/packages.contract.ts';
import { ApiError, asApiError } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';
import { packagesQuery } from '../../client/queries.ts';
import { sessionQueries } from '../../client/session/session-scope.ts';
import { type PackageListEntry, specOf } from './package-lists.ts';

/** Replaces paths such as `packages[3]` in the details by package names. */
function withNames(thrown: unknown, asked: readonly PackageSpec[]): ApiError {
  const error = asApiError(thrown);
  const details = error.details.map(({ path, message }) => {
    const index = /^packages\[(\d{1,4})\]/.exec(path)?.[1];
    const name = index === undefined ? undefined : asked[Number(index)]?.name;
    return name === undefined ? { path, message } : { path: 'packages', message: `“${name}” ${message}.` };
  });
  return new ApiError(error.code, error.message, { requestId: error.requestId, details });
}

/** Replaces the list of one language. Setting the same list again retries its installation. */
export function useReplaceList({ language }: PackageListEntry) {
  return useMutation({
    mutationFn: async (requested: readonly PackageSpec[]) => {
      const before = await sessionQueries().fetchQuery({ ...packagesQuery, staleTime: 0 });
      const others = before.filter((info) => info.language !== language).map(specOf);
      const asked = [...others, ...requested];
      return call(setPackages, { body: { packages: asked } }).catch((error: unknown) => {
        throw withNames(error, asked);
      });
    },
    onSuccess: ({ packages }) => sessionQueries().setQueryData(packagesQuery.queryKey, packages),
  });
}
