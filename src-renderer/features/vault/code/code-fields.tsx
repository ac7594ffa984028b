import type { ReactNode } from 'react';
import { SelectField, TextField } from '../../../ui/controls/field.tsx';
import type { PlainCode } from '../documents/script-edit.ts';
import type { VaultScreenProps } from '../vault-props.ts';
import { NameField } from './name-field.tsx';

interface CodeFieldsProps {
  text: PlainCode;
  change(patch: Partial<PlainCode>): void;
  /** The name can be chosen: the script is not stored yet. */
  isNew: boolean;
  isReadOnly: boolean;
  /** The name is that of a stored script: the way to that one. */
  takenAction: ReactNode;
  languages: VaultScreenProps['languages'];
}

/** What the store knows of a script without opening it. */
export function CodeFields(props: CodeFieldsProps) {
  const { text, change, isNew, isReadOnly, takenAction, languages } = props;
  return (
    <div className="@container border-b border-line bg-surface px-3 py-2">
      <div className="grid gap-x-3 gap-y-2 @sm:grid-cols-2 @xl:grid-cols-[minmax(0,1fr)_10rem_minmax(0,1.5fr)]">
        <NameField
          disabled={!isNew || isReadOnly}
          value={text.name}
          takenAction={takenAction}
          onName={(name) => change({ name })}
        />
        <SelectField
          label="Language"
          disabled={isReadOnly}
          value={text.language}
          onValue={(language) => change({ language })}
          options={languages.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <TextField
          label="Description"
          hint="Not encrypted with the master password."
          disabled={isReadOnly}
          maxLength={1000}
          value={text.description}
          onChange={(event) => change({ description: event.target.value })}
        />
      </div>
    </div>
  );
}
