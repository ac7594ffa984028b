import { Boxes, ClipboardPaste } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { formatBytes } from '../../ui/text/format.ts';
import { AddPackage } from './add-package.tsx';
import { FailureNote } from './failure-note.tsx';
import { InstallLogView } from './install-log-view.tsx';
import { type Installation, useInstallLogs } from './install-logs.ts';
import { type PackageListEntry, specOf } from './package-lists.ts';
import { PackagesTable } from './packages-table.tsx';
import { PasteListDialog } from './paste-list-dialog.tsx';
import { useReplaceList } from './use-replace-list.ts';

/** An installation that failed before the installer began has no messages. */
function hasMessages(installation: Installation | undefined): installation is Installation {
  return installation !== undefined && installation.log.rows().length > 0;
}

/** One package list: requested and installed packages, and the installer's output. */
export function PackageListPanel({ list }: { list: PackageListEntry }) {
  const [isPasting, setIsPasting] = useState(false);
  const installation = useInstallLogs((state) => state.byLanguage[list.language]);
  const replace = useReplaceList(list);
  const failure = list.packages.find(({ status, error }) => status === 'failed' && error !== undefined);
  return (
    <Panel
      title={list.title}
      description={<Facts list={list} installation={installation} />}
      action={
        <Button onClick={() => setIsPasting(true)} icon={<ClipboardPaste size={14} aria-hidden="true" />}>
          Paste a list
        </Button>
      }
    >
      <AddPackage list={list} />
      {failure && (
        <FailureNote
          error={failure.error ?? ''}
          hasEarlier={list.packages.some(({ version }) => version !== null)}
          hasLog={hasMessages(installation)}
          busy={replace.isPending}
          onRetry={() => replace.mutate(list.packages.map(specOf))}
        />
      )}
      {replace.error && (
        <div className="px-4 pb-3">
          <ErrorNote error={replace.error} />
        </div>
      )}
      {list.packages.length === 0 ? (
        <EmptyState icon={<Boxes size={24} />} title="No packages yet">
          Add a package by its name, with a version if required. Its dependencies are installed with it.
        </EmptyState>
      ) : (
        <PackagesTable packages={list.packages} />
      )}
      {installation && (installation.phase === 'installing' || hasMessages(installation)) && (
        <InstallLogView title={list.title} installation={installation} />
      )}
      {isPasting && <PasteListDialog list={list} onClose={() => setIsPasting(false)} />}
    </Panel>
  );
}

function Facts({ list, installation }: { list: PackageListEntry; installation: Installation | undefined }) {
  const { manager, packages } = list;
  const count = packages.length === 1 ? '1 package' : `${packages.length} packages`;
  const size = installation?.sizeBytes ? formatBytes(installation.sizeBytes) : undefined;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {[manager, count, size].filter(Boolean).join(' · ')}
      {packages.some(({ status }) => status === 'installing') && <Badge tone="accent">installing</Badge>}
    </span>
  );
}
