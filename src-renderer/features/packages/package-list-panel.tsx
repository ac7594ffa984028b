import { Boxes, CircleAlert, ClipboardPaste, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { OutputView } from '../../ui/output/output-view.tsx';
import { useOutputControls } from '../../ui/output/use-output-controls.ts';
import { formatBytes } from '../../ui/text/format.ts';
import { AddPackage } from './add-package.tsx';
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

interface FailureNoteProps {
  error: string;
  /** True if an earlier version of the list is installed. */
  hasEarlier: boolean;
  /** True if the installer's messages are shown below. */
  hasLog: boolean;
  busy: boolean;
  onRetry(): void;
}

/** Shows why the list could not be installed, and which packages runs have until it is. */
function FailureNote({ error, hasEarlier, hasLog, busy, onRetry }: FailureNoteProps) {
  return (
    <div role="alert" className="flex items-start gap-3 border-b border-line bg-danger-soft px-4 py-3 text-sm">
      <CircleAlert size={16} className="mt-0.5 shrink-0 text-danger" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words text-danger">{error}</p>
        <p className="mt-0.5">
          {hasEarlier
            ? 'Runs use the packages that were installed before, and their results say so.'
            : 'Runs have no packages, and their results say so.'}{' '}
          {hasLog && 'See the install log below for the installer’s message.'}
        </p>
      </div>
      <Button busy={busy} onClick={onRetry} icon={<RotateCcw size={14} aria-hidden="true" />}>
        Try again
      </Button>
    </div>
  );
}

/** The installer's output. It is open during an installation and after a failure, unless the user closes it. */
function InstallLogView({ title, installation }: { title: string; installation: Installation }) {
  const { phase, log } = installation;
  const [chosen, setChosen] = useState<boolean>();
  const controls = useOutputControls(log);
  return (
    <div className="border-t border-line">
      <Disclosure
        label={phase === 'installing' ? 'Install log, in progress' : 'Install log'}
        open={chosen ?? phase !== 'installed'}
        onOpen={setChosen}
      >
        <div className="flex h-56 flex-col overflow-hidden rounded-b-panel border-t border-line">
          <OutputView
            label={`Install log of ${title}`}
            controls={controls}
            isGrowing={phase === 'installing'}
            empty={
              <p className="px-4 py-1 font-sans text-muted">
                {phase === 'installing' ? 'No output of the installer yet.' : 'The installer wrote no output.'}
              </p>
            }
          />
        </div>
      </Disclosure>
    </div>
  );
}
