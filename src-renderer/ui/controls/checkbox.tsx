import type { ReactNode } from 'react';
import { useId } from 'react';

interface CheckboxProps {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChecked(checked: boolean): void;
}

/** A checkbox with its label and hint. */
export function Checkbox({ label, hint, checked, disabled = false, onChecked }: CheckboxProps) {
  const id = useId();
  return (
    <div data-field className="flex min-h-6 items-start gap-2">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChecked(event.target.checked)}
        className="mt-1 size-4 shrink-0"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="text-sm">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-xs text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
