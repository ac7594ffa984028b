import type { ReactNode } from 'react';
import { classes } from '../../../ui/classes.ts';
import { SelectField, TextField } from '../../../ui/controls/field.tsx';
import type { PlainCode } from '../documents/script-edit.ts';
import { RulesButton } from '../rules/rules-button.tsx';
import type { VaultScreenProps } from '../vault-props.ts';
import { languageChange } from './language-of-name.ts';
import { NameField } from './name-field.tsx';

interface CodeFieldsProps {
  text: PlainCode;
  change(patch: Partial<PlainCode>): void;
  /** True if the script is not stored yet, so that its name can be changed. */
  isNew: boolean;
  isReadOnly: boolean;
  /** The button that opens the stored script with this name. */
  takenAction: ReactNode;
  languages: VaultScreenProps['languages'];
}

/**
 * The fields of a script that are not encrypted: name, language, description and network rules. Those of a stored script are on one
 * line without visible labels, so that the code has the space; Rename changes its name.
 */
export function CodeFields(props: CodeFieldsProps) {
  const { text, change, isNew, isReadOnly, takenAction, languages } = props;
  return (
    <div className="@container border-b border-line bg-surface px-3 py-2">
      <div
        className={classes(
          'grid items-start gap-2',
          isNew
            ? '@sm:grid-cols-2 @xl:grid-cols-[minmax(0,1fr)_10rem_minmax(0,1.5fr)]'
            : '@md:grid-cols-[7.5rem_minmax(0,1fr)_minmax(0,11.5rem)]',
        )}
      >
        {isNew && (
          <NameField
            disabled={isReadOnly}
            value={text.name}
            takenAction={takenAction}
            onName={(name) => change({ name, ...languageChange(languages, text.name, name) })}
          />
        )}
        <SelectField
          label="Language"
          labelHidden={!isNew}
          disabled={isReadOnly}
          value={text.language}
          onValue={(language) => change({ language })}
          options={languages.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <TextField
          label="Description"
          labelHidden={!isNew}
          title="Not encrypted with the master password."
          placeholder={isNew ? undefined : 'Unencrypted description'}
          hint={isNew ? 'Not encrypted with the master password.' : undefined}
          disabled={isReadOnly}
          maxLength={1000}
          value={text.description}
          onChange={(event) => change({ description: event.target.value })}
        />
        <div className={isNew ? 'col-span-full' : 'min-w-0'}>
          <RulesButton name={text.name} network={text.network} onNetwork={(network) => change({ network })} />
        </div>
      </div>
    </div>
  );
}
