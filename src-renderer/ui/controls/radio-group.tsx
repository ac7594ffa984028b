import { type ReactNode, useId } from 'react';

interface RadioOption<Value extends string> {
  value: Value;
  label: string;
  hint?: ReactNode;
  disabled?: boolean;
}

interface RadioGroupProps<Value extends string> {
  legend: string;
  /** Shows the legend to screen readers only. */
  legendHidden?: boolean;
  value: Value;
  options: readonly RadioOption<Value>[];
  onValue(value: Value): void;
}

/** A choice of one of a few options, each with a hint. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { legend, legendHidden = false, value, options, onValue } = props;
  const name = useId();
  return (
    <fieldset className="relative flex min-w-0 flex-col gap-1.5">
      <legend className={legendHidden ? 'sr-only' : 'mb-1 text-sm font-medium'}>{legend}</legend>
      {options.map((option) => (
        <Radio key={option.value} name={name} option={option} checked={option.value === value} onValue={onValue} />
      ))}
    </fieldset>
  );
}

interface RadioProps<Value extends string> {
  name: string;
  option: RadioOption<Value>;
  checked: boolean;
  onValue(value: Value): void;
}

function Radio<Value extends string>({ name, option, checked, onValue }: RadioProps<Value>) {
  const id = useId();
  const { value, label, hint, disabled = false } = option;
  return (
    <div className="flex items-start gap-2">
      <input
        id={id}
        type="radio"
        // The browser groups the buttons by their name; it is no field of the contract.
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={() => onValue(value)}
        className="mt-0.5 size-4 shrink-0"
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
