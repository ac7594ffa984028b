import { useMutation } from '@tanstack/react-query';
import { type PackageSpec, setPackages } from '../../../src-shared/packages.contract.ts';
import { call } from '../../client/call.ts';
import { packagesQuery } from '../../client/queries.ts';
import { sessionQueries } from '../../client/session-scope.ts';
import { type PackageListEntry, specOf } from './package-lists.ts';

/** Sets one list; those of the other languages stay as they are. The same list again tries it again. */
export function useReplaceList({ language }: PackageListEntry) {
  return useMutation({
    mutationFn: async (wanted: readonly PackageSpec[]) => {
      const before = await sessionQueries().fetchQuery({ ...packagesQuery, staleTime: 0 });
      const others = before.filter((info) => info.language !== language).map(specOf);
      return call(setPackages, { body: { packages: [...others, ...wanted] } });
    },
    onSuccess: ({ packages }) => sessionQueries().setQueryData(packagesQuery.queryKey, packages),
  });
}
