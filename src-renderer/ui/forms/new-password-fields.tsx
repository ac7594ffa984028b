import { useState } from 'react';
import { newPasswordMinBytes, passwordProblem } from '../../../src-shared/zk/password-bytes.ts';
import { Checkbox } from '../controls/checkbox.tsx';
import { TextField } from '../controls/field.tsx';

interface NewPasswordFieldsProps {
  label: string;
  /** Path of the password in the contract. */
  name: string;
  hint: string;
  value: string;
  onValue(value: string): void;
}

/**
 * The fields of a password that is being chosen. It is typed twice, unless it is shown: a slip would lock its owner out. The
 * surrounding form sends nothing while the two differ or the password is too short.
 */
export function NewPasswordFields({ label, name, hint, value, onValue }: NewPasswordFieldsProps) {
  const [again, setAgain] = useState('');
  const [isShown, setShown] = useState(false);
  return (
    <>
      <TextField
        label={label}
        name={name}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        required
        hint={hint}
        value={value}
        invalid={value === '' ? undefined : passwordProblem(value, newPasswordMinBytes)}
        onChange={(event) => onValue(event.target.value)}
      />
      {!isShown && (
        <TextField
          label="Repeat it"
          subject="The repetition"
          name={`${name}.again`}
          type="password"
          autoComplete="new-password"
          required
          value={again}
          invalid={
            again === '' || again === value ? undefined : 'differs from the password: type both again, or show it'
          }
          onChange={(event) => setAgain(event.target.value)}
        />
      )}
      <Checkbox label="Show while typing" checked={isShown} onChecked={setShown} />
    </>
  );
}
