import { useState } from 'react';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog.tsx';
import type { PlannedFile } from './import-files.ts';

interface ImportDialogProps {
  planned: readonly PlannedFile[];
  onImport(planned: readonly PlannedFile[]): void;
  onClose(): void;
}

/** Asks which files become the next revision of an existing script; none is selected at first. */
export function ImportDialog({ planned, onImport, onClose }: ImportDialogProps) {
  const replacing = planned.filter(({ replaced, isRepeated }) => replaced !== undefined && !isRepeated);
  const [chosen, setChosen] = useState<readonly PlannedFile[]>([]);
  const selected = planned.filter((file) => !replacing.includes(file) || chosen.includes(file));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Import ${countOf(planned.length)}`}
      description={`The vault already has ${replacing.length === 1 ? 'a script' : `${replacing.length} scripts`} with the same name. Select the files to save as the next revision. The others are not imported.`}
    >
      {replacing.length > 1 && (
        <Checkbox
          label="All of them"
          checked={chosen.length === replacing.length}
          onChecked={(on) => setChosen(on ? replacing : [])}
        />
      )}
      <ul className="max-h-80 divide-y divide-line overflow-auto rounded-control border border-line">
        {replacing.map((file) => (
          <li key={file.name} className="px-3 py-1.5">
            <Checkbox
              label={<span className="font-medium break-all">{visibleLine(file.file.name)}</span>}
              hint={`Becomes revision ${(file.replaced?.revision ?? 0) + 1} of ${file.name}.`}
              checked={chosen.includes(file)}
              onChecked={(on) => setChosen(on ? [...chosen, file] : chosen.filter((other) => other !== file))}
            />
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" disabled={selected.length === 0} onClick={() => onImport(selected)}>
          {selected.length === 0 ? 'Import' : `Import ${countOf(selected.length)}`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const countOf = (count: number) => (count === 1 ? '1 file' : `${count} files`);
