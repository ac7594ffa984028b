import type { ReactNode } from 'react';
import { TextField } from '../../../ui/controls/field.tsx';
import { nameProblem } from './code-name.ts';

interface NameFieldProps {
  value: string;
  onName(name: string): void;
  /** There is a script of this name: what can be done about it. */
  takenAction: ReactNode;
  disabled?: boolean;
  autoFocus?: boolean;
}

/** The name of a script; says while it is typed when it cannot be one, and when it is taken. */
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
