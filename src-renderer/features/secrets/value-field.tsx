import { useState } from 'react';
import { isMaskable, unguessableBytes } from '../../../src-shared/contracts/secrets.contract.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { TextArea, TextField } from '../../ui/controls/field.tsx';

interface ValueFieldProps {
  value: string;
  /** The secret has hosts. */
  isBound: boolean;
  onValue(value: string): void;
}

/** The field for a value. It is hidden unless the user shows it, which allows several lines. */
export function ValueField({ value, isBound, onValue }: ValueFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const hint = value === '' ? undefined : hintOf(value, isBound);
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

function hintOf(value: string, isBound: boolean): string | undefined {
  if (isBound && new TextEncoder().encode(value).length < unguessableBytes)
    return `A program that uses a value under ${unguessableBytes} bytes can guess it: masking shows which whole guess is right. Use a longer random value.`;
  return isMaskable(value) ? undefined : 'Values under 6 characters are not masked in program output.';
}
