import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { languagesQuery, packagesQuery } from '../../client/queries.ts';
import { whileVisible } from '../../client/while-visible.ts';
import { LoadingRows } from '../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Screen } from '../../ui/layout/panel.tsx';
import { followInstallations } from './install-logs.ts';
import { PackageListPanel } from './package-list-panel.tsx';
import { packageLists } from './package-lists.ts';

/** The package lists of the languages, with the progress of their installation. */
export function PackagesScreen() {
  const { data: languages, error: languagesError } = useQuery(languagesQuery);
  const { data: packages, error } = useQuery(packagesQuery);
  useEffect(() => {
    const following = new AbortController();
    void whileVisible(following.signal, followInstallations);
    return () => following.abort();
  }, []);
  const isLoading = (languages === undefined && !languagesError) || (packages === undefined && !error);
  return (
    <Screen
      title="Packages"
      lead="Runs of a language can import the packages of its list without network access. Each list is installed as a whole, isolated from your runs and secrets."
    >
      <ErrorNote error={error ?? languagesError} />
      {isLoading && <LoadingRows label="Loading the packages" rows={8} />}
      {languages &&
        packages &&
        packageLists(languages, packages).map((list) => <PackageListPanel key={list.manager} list={list} />)}
    </Screen>
  );
}
