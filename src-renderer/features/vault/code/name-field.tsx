import type { ReactNode } from 'react';
import { TextField } from '../../../ui/controls/field.tsx';
import { nameProblem } from './code-name.ts';

interface NameFieldProps {
  value: string;
  onName(name: string): void;
  /** The button to show if the name is taken. */
  takenAction: ReactNode;
  disabled?: boolean;
  labelHidden?: boolean;
  autoFocus?: boolean;
}

/** The name field of a script. It shows during typing if the name is invalid or taken. */
export function NameField({ value, onName, takenAction, ...rest }: NameFieldProps) {
  const taken = takenAction ? `${value} already exists. Choose another name, or open that script.` : undefined;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <TextField
        {...rest}
        label="Name"
        value={value}
        problem={rest.disabled ? undefined : (nameProblem(value) ?? taken)}
        onChange={(event) => onName(event.target.value)}
      />
      {takenAction}
    </div>
  );
}
