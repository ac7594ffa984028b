import { useMemo, useState } from 'react';
import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { nameOfFile } from '../../../../src-shared/formats/code-name.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { TextField } from '../../../ui/controls/field.tsx';
import { RadioGroup } from '../../../ui/controls/radio-group.tsx';
import { DialogActions } from '../../../ui/overlays/dialog.tsx';
import { nameProblem } from '../code/code-name.ts';
import type { PlannedFile } from '../transfer/import-files.ts';
import { type FolderChoice, planFolder } from './plan-folder.ts';
import { PlanLists } from './plan-lists.tsx';
import type { FoundFolder } from './read-folder.ts';

interface FolderChoicesProps {
  found: FoundFolder;
  stored: readonly EncryptedCodeMetadata[];
  onImport(planned: readonly PlannedFile[]): void;
  onClose(): void;
}

/** The choices of an import, and the lists that follow from them. */
export function FolderChoices({ found, stored, onImport, onClose }: FolderChoicesProps) {
  const [choice, setChoice] = useState<FolderChoice>(() => ({
    folder: found.name === '' ? '' : nameOfFile(found.name),
    replaces: false,
    withUnknown: false,
  }));
  const change = (patch: Partial<FolderChoice>) => setChoice({ ...choice, ...patch });
  const plan = useMemo(() => planFolder(found, stored, choice), [found, stored, choice]);
  const { planned, taken, unknown } = plan;
  const problem = nameProblem(choice.folder);
  const canImport = planned.length > 0 && problem === undefined;
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] gap-4">
        <TextField
          label="Folder in the vault"
          hint="Empty: the top of the vault."
          value={choice.folder}
          problem={problem}
          onChange={({ target }) => change({ folder: target.value })}
        />
        {taken > 0 && (
          <RadioGroup
            legend={`${filesOf(taken)} with a name that is taken`}
            value={choice.replaces ? 'revision' : 'skip'}
            options={[
              { value: 'skip', label: 'Leave out' },
              { value: 'revision', label: 'Save as the next revision' },
            ]}
            onValue={(value) => change({ replaces: value === 'revision' })}
          />
        )}
      </div>
      {unknown > 0 && (
        <Checkbox
          label={`Also import ${filesOf(unknown)} without a known language`}
          hint="They are text, and are stored as Python. You can change the language of each."
          checked={choice.withUnknown}
          onChecked={(withUnknown) => change({ withUnknown })}
        />
      )}
      <PlanLists plan={plan} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" disabled={!canImport} onClick={() => onImport(planned)}>
          {canImport ? `Import ${filesOf(planned.length)}` : 'Import'}
        </Button>
      </DialogActions>
    </>
  );
}

const filesOf = (count: number): string => (count === 1 ? '1 file' : `${count.toLocaleString('en')} files`);
