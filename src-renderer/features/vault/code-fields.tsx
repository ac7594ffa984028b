import { SelectField, TextField } from '../../ui/field.tsx';
import type { PlainCode } from './store-sealed.ts';
import type { VaultScreenProps } from './vault-props.ts';

interface CodeFieldsProps {
  draft: PlainCode;
  change(patch: Partial<PlainCode>): void;
  isNew: boolean;
  languages: VaultScreenProps['languages'];
}

/** What the store knows of a code without opening it. */
export function CodeFields({ draft, change, isNew, languages }: CodeFieldsProps) {
  return (
    <div className="@container border-b border-line bg-surface px-3 py-2">
      <div className="grid gap-x-3 gap-y-2 @sm:grid-cols-2 @xl:grid-cols-[minmax(0,1fr)_10rem_minmax(0,1.5fr)]">
        <TextField
          label="Name"
          disabled={!isNew}
          maxLength={128}
          value={draft.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <SelectField
          label="Language"
          value={draft.language}
          onValue={(language) => change({ language })}
          options={languages.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <TextField
          label="Description"
          hint="Not encrypted with the master password."
          maxLength={1000}
          value={draft.description}
          onChange={(event) => change({ description: event.target.value })}
        />
      </div>
    </div>
  );
}
