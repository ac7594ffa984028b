import { Command } from 'cmdk';
import { useMemo, useState } from 'react';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { showTab } from '../tabs/tab-actions.ts';
import { ContentsSearch, ContentsState } from './contents-search.tsx';
import { findEntries } from './find-entries.ts';
import { PaletteDialog, type PaletteState, paletteItem } from './palette-dialog.tsx';
import { useOpenEntries } from './use-open-entries.ts';

const noScripts: readonly never[] = [];

interface QuickOpenProps extends PaletteState {
  navigate(path: string): void;
  /** The text that the field has at first: `#` for a search in contents. */
  first?: string;
}

/** The dialog that opens a script, a scratch, a screen or a run by a part of its name, or with `#` a script by its contents. */
export function QuickOpen({ navigate, first = '', ...state }: QuickOpenProps) {
  const [text, setText] = useState(first);
  const { entries, stored, error } = useOpenEntries(navigate);
  const isInContents = text.startsWith('#');
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
      placeholder="Name of a script, tab, screen or run, or # and a text"
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
            showTab(`script:${name}`, navigate);
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
