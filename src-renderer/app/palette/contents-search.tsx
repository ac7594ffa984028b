import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { FileCode } from 'lucide-react';
import { useEffect } from 'react';
import type { EncryptedCodeMetadata } from '../../../src-shared/contracts/vault.contract.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { findInContents, loadContents, useContents } from '../../features/vault/contents/contents-store.ts';
import { useVault } from '../../features/vault/vault-store.ts';
import { paletteItem } from './palette-dialog.tsx';

interface ContentsSearchProps {
  /** The text to find, without the `#`. */
  text: string;
  stored: readonly EncryptedCodeMetadata[];
  onOpen(name: string): void;
}

/** The entries of the palette for a text with `#`: scripts that contain it. */
export function ContentsSearch({ text, stored, onOpen }: ContentsSearchProps) {
  const isOpen = useVault((state) => state.masterPassword !== null);
  const done = useContents((state) => state.done);
  useEffect(() => {
    if (isOpen) void loadContents(stored);
  }, [isOpen, stored]);
  const query = text.trim();
  const { data: hits = [] } = useQuery({
    queryKey: ['vault-contents', query, done],
    queryFn: () => findInContents(query),
    enabled: isOpen && query !== '',
    gcTime: 0,
    placeholderData: (before) => before,
  });
  const names = new Set(stored.map(({ name }) => name));
  return hits
    .filter(({ name }) => query !== '' && names.has(name))
    .map(({ name, line, excerpt }) => (
      <Command.Item key={name} value={`contents ${name}`} onSelect={() => onOpen(name)} className={paletteItem}>
        <FileCode size={16} className="shrink-0" aria-hidden="true" />
        <span className="min-w-0 flex-1 py-1">
          <span className="block truncate">{visibleLine(name)}</span>
          <span className="block truncate font-mono text-xs text-muted">
            {line}: {visibleLine(excerpt)}
          </span>
        </span>
      </Command.Item>
    ));
}

/** Says how many scripts are searched, or why none is. */
export function ContentsState({ total }: { total: number }) {
  const isOpen = useVault((state) => state.masterPassword !== null);
  const { done, failed, isLoading } = useContents();
  return (
    <p role="status" className="border-t border-line px-4 py-2 text-xs text-muted">
      {isOpen
        ? stateText({ done, failed, isLoading, total })
        : 'Open the vault first: contents are searched decrypted.'}
    </p>
  );
}

interface SearchProgress {
  done: number;
  failed: number;
  isLoading: boolean;
  total: number;
}

function stateText({ done, failed, isLoading, total }: SearchProgress): string {
  const searched = `${done - failed} of ${total} scripts are searched`;
  if (isLoading) return `Decrypting: ${searched} so far.`;
  return failed === 0 ? `${searched}.` : `${searched}. ${failed} could not be decrypted, or are too large.`;
}
