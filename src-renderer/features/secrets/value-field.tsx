import { useState } from 'react';
import { isMaskable } from '../../../src-shared/contracts/secrets.contract.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { TextArea, TextField } from '../../ui/controls/field.tsx';

interface ValueFieldProps {
  value: string;
  onValue(value: string): void;
}

/** The field for a value. It is hidden unless the user shows it, which allows several lines. */
export function ValueField({ value, onValue }: ValueFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const hint =
    value !== '' && !isMaskable(value) ? 'Values under 6 characters are not masked in program output.' : undefined;
  return (
    <>
      {isShown ? (
        <TextArea
          label="Value"
          name="value"
          hint={hint}
          rows={4}
          mono
          autoComplete="off"
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      ) : (
        <TextField
          label="Value"
          name="value"
          hint={hint}
          type="password"
          autoComplete="new-password"
          mono
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
      <Checkbox label="Show while typing, and allow several lines" checked={isShown} onChecked={setIsShown} />
    </>
  );
}
