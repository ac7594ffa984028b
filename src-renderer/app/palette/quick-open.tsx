import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { FileCode, type LucideIcon } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { useDocuments } from '../../features/vault/documents/documents-store.ts';
import { vaultQuery } from '../../features/vault/vault.queries.ts';
import { screens } from '../screens/screens.tsx';
import { ContentsSearch, ContentsState } from './contents-search.tsx';
import { findEntries } from './find-entries.ts';
import { PaletteDialog, type PaletteState, paletteItem } from './palette-dialog.tsx';

const noScripts: readonly never[] = [];

interface Entry {
  key: string;
  name: string;
  /** The kind of the entry, or the language of a script. */
  fact: string;
  icon: LucideIcon;
  open(): void;
}

interface QuickOpenProps extends PaletteState {
  navigate(path: string): void;
  /** The text that the field has at first: `#` for a search in contents. */
  first?: string;
}

/** The dialog that opens a script of the vault or a screen by a part of its name, or with `#` by its contents. */
export function QuickOpen({ navigate, first = '', ...state }: QuickOpenProps) {
  const [text, setText] = useState(first);
  const { data: stored, error } = useQuery({ ...vaultQuery, enabled: state.open });
  const isInContents = text.startsWith('#');
  const openScript = useCallback(
    (name: string) => {
      useDocuments.getState().choose(name);
      navigate('/vault');
    },
    [navigate],
  );
  const entries = useMemo((): Entry[] => {
    const scripts = (stored ?? []).map(({ name, language }) => ({
      ...{ key: `script ${name}`, name, fact: language, icon: FileCode },
      open: () => openScript(name),
    }));
    const screenEntries = screens.map(({ name, path, icon }) => ({
      ...{ key: `screen ${name}`, name, fact: 'screen', icon },
      open: () => navigate(path),
    }));
    return [...scripts, ...screenEntries];
  }, [stored, navigate, openScript]);
  const found = useMemo(() => (isInContents ? [] : findEntries(entries, text)), [entries, text, isInContents]);
  const close = (open: boolean) => {
    setText('');
    state.onOpenChange(open);
  };
  return (
    <PaletteDialog
      open={state.open}
      onOpenChange={close}
      title="Open"
      placeholder="Name of a script or a screen, or # and a text"
      empty={emptyText(error !== null, isInContents)}
      typed={{ text, setText }}
      footer={isInContents && <ContentsState total={stored?.length ?? 0} />}
    >
      {isInContents && (
        <ContentsSearch
          text={text.slice(1)}
          stored={stored ?? noScripts}
          onOpen={(name) => {
            close(false);
            openScript(name);
          }}
        />
      )}
      {found.map(({ key, name, fact, icon: Icon, open }) => (
        <Command.Item
          key={key}
          value={key}
          onSelect={() => {
            close(false);
            open();
          }}
          className={paletteItem}
        >
          <Icon size={16} className="shrink-0" aria-hidden="true" />
          <span className="min-w-0 flex-1 truncate" title={visibleLine(name)}>
            {visibleLine(name)}
          </span>
          <span className="ml-auto text-xs text-muted">{visibleLine(fact)}</span>
        </Command.Item>
      ))}
    </PaletteDialog>
  );
}

function emptyText(hasFailed: boolean, isInContents: boolean): string {
  if (hasFailed) return 'The scripts could not be loaded.';
  return isInContents ? 'No script is found that contains this text.' : 'Nothing has this name.';
}
