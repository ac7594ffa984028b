import { useQuery } from '@tanstack/react-query';
import { languagesQuery, packagesQuery } from '../../client/queries.ts';

/** Returns the package list of a language; undefined until it is loaded. */
export function usePackageList(language: string) {
  const { data: packages } = useQuery(packagesQuery);
  const { data: languages } = useQuery(languagesQuery);
  if (packages === undefined || languages === undefined) return undefined;
  const list = languages.find(({ id }) => id === language)?.packageList;
  return packages.filter((info) => info.language === list);
}
