import { Suspense, useState } from 'react';
import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { lazyComponent } from '../../../ui/page/lazy-part.ts';
import { SelectionBar } from './selection-bar.tsx';

const MoveDialog = lazyComponent(() => import('../rename/move-dialog.tsx'), 'MoveDialog');

const ZipDialog = lazyComponent(() => import('../zip-export/zip-dialog.tsx'), 'ZipDialog');

interface SelectionPartProps {
  stored: readonly EncryptedCodeMetadata[];
  onDelete(names: readonly string[]): void;
  onRenamed(from: string, to: string): void;
  focusTree(): void;
}

/** The bar of the selected scripts with its dialogs. */
export function SelectionPart({ stored, onDelete, onRenamed, focusTree }: SelectionPartProps) {
  const [dialog, setDialog] = useState<{ kind: 'move' | 'export'; names: readonly string[] }>();
  const close = () => setDialog(undefined);
  return (
    <>
      <SelectionBar
        stored={stored}
        onDelete={onDelete}
        onExport={(names) => setDialog({ kind: 'export', names })}
        onMove={(names) => setDialog({ kind: 'move', names })}
        focusTree={focusTree}
      />
      <Suspense>
        {dialog?.kind === 'move' && (
          <MoveDialog names={dialog.names} stored={stored} onRenamed={onRenamed} onClose={close} />
        )}
        {dialog?.kind === 'export' && (
          <ZipDialog scripts={stored.filter(({ name }) => dialog.names.includes(name))} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
