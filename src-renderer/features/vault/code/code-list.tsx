import { Plus } from 'lucide-react';
import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { classes } from '../../../ui/classes.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/field.tsx';
import { RolledBackBadge } from '../../../ui/feedback/rolled-back-badge.tsx';
import { formatAgo, formatBytes } from '../../../ui/text/format.ts';
import { LongText } from '../../../ui/text/long-text.tsx';
import { DirtyMark } from '../documents/dirty-mark.tsx';
import { useDocuments } from '../documents/documents-store.ts';
import { documentIdOf } from '../documents/script-edit.ts';
import { useIsUnsaved } from '../documents/use-is-unsaved.ts';
import { VaultTools } from '../transfer/vault-tools.tsx';
import { searchCode } from './search-code.ts';

interface CodeListProps {
  stored: readonly EncryptedCodeMetadata[];
  /** Called when a script is selected, to close a list that covers its form. */
  onChosen(): void;
}

/** The list of stored scripts, searchable by name, language and description. */
export function CodeList({ stored, onChosen }: CodeListProps) {
  const { search, find, choose } = useDocuments();
  const open = (name: string | undefined) => {
    choose(name);
    onChosen();
  };
  const isNewUnsaved = useIsUnsaved('script-new');
  const found = searchCode(stored, search);
  return (
    <section aria-label="Stored scripts" className="flex min-h-48 flex-1 flex-col bg-surface">
      <div className="flex flex-col gap-2 border-b border-line p-3">
        <Button onClick={() => open(undefined)} icon={<Plus size={14} aria-hidden="true" />}>
          New script {isNewUnsaved && <DirtyMark />}
        </Button>
        <TextField
          label="Search the vault"
          labelHidden
          type="search"
          placeholder="Search"
          value={search}
          onChange={(event) => find(event.target.value)}
        />
      </div>
      <ul className="min-h-0 flex-1 divide-y divide-line overflow-auto">
        {found.map((metadata) => (
          <li key={metadata.name}>
            <CodeRow metadata={metadata} onChoose={() => open(metadata.name)} />
          </li>
        ))}
        {found.length === 0 && (
          <li className="p-3 text-sm text-muted">
            {stored.length === 0 ? 'No scripts yet.' : 'No script matches the search.'}
          </li>
        )}
      </ul>
      <VaultTools stored={stored} />
    </section>
  );
}

function CodeRow({ metadata, onChoose }: { metadata: EncryptedCodeMetadata; onChoose(): void }) {
  const { name, language, description, size, revision, updatedAt } = metadata;
  const isChosen = useDocuments((state) => state.chosen === name);
  const isUnsaved = useIsUnsaved(documentIdOf(name));
  return (
    <button
      type="button"
      onClick={onChoose}
      aria-current={isChosen || undefined}
      className={classes(
        'group block w-full px-3 py-2 text-left hover:bg-sunken focus-visible:-outline-offset-2',
        isChosen && 'bg-accent-soft!',
      )}
    >
      <span className="flex items-baseline gap-2 font-medium">
        <LongText text={visibleLine(name)} /> {isUnsaved && <DirtyMark />}
        <RolledBackBadge kind="script" of={name} />
      </span>
      {description && <LongText className="text-xs text-muted" text={visibleLine(description)} />}
      <span className="block text-xs text-muted">
        {visibleLine(language)} · {formatBytes(size)} · revision {revision} · {formatAgo(updatedAt)}
      </span>
    </button>
  );
}
