import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';

const controlLook = classes(
  'w-full rounded-control border border-control-line bg-surface px-2.5 text-sm text-ink',
  'disabled:bg-sunken disabled:text-muted aria-invalid:border-danger',
);

interface FieldFrame {
  label: string;
  hint?: ReactNode;
  /** What is wrong with what was entered. */
  problem?: string | undefined;
  /** The label is for screen readers only: the surroundings show it. */
  labelHidden?: boolean;
}

interface ControlIds {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

/** A labelled control with its hint and its problem, tied together for assistive technology. */
export function Field({
  label,
  hint,
  problem,
  labelHidden = false,
  children,
}: FieldFrame & { children: (ids: ControlIds) => ReactNode }) {
  const id = useId();
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </label>
      {children({ id, ...(described && { 'aria-describedby': described }), ...(problem && { 'aria-invalid': true }) })}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} role="alert" className="text-xs text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}

type TextFieldProps = FieldFrame & ComponentProps<'input'> & { mono?: boolean };

export function TextField({ label, hint, problem, labelHidden, mono = false, className, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem} labelHidden={labelHidden ?? false}>
      {(ids) => (
        <input
          autoComplete="off"
          spellCheck={false}
          {...rest}
          {...ids}
          className={classes(controlLook, 'h-8', mono && 'font-mono', className)}
        />
      )}
    </Field>
  );
}

type TextAreaProps = FieldFrame & ComponentProps<'textarea'> & { mono?: boolean };

export function TextArea({ label, hint, problem, labelHidden, mono = false, className, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} problem={problem} labelHidden={labelHidden ?? false}>
      {(ids) => (
        <textarea
          spellCheck={false}
          {...rest}
          {...ids}
          className={classes(controlLook, 'py-1.5', mono && 'font-mono', className)}
        />
      )}
    </Field>
  );
}

interface SelectFieldProps extends FieldFrame, Omit<ComponentProps<'select'>, 'onChange'> {
  options: readonly { value: string; label: string; disabled?: boolean }[];
  onValue(value: string): void;
}

/** The platform's own list of choices: by keyboard, by touch and by screen reader it is the best there is. */
export function SelectField({ label, hint, problem, labelHidden, options, onValue, ...rest }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem} labelHidden={labelHidden ?? false}>
      {(ids) => (
        <select
          {...rest}
          {...ids}
          onChange={(event) => onValue(event.target.value)}
          className={classes(controlLook, 'h-8 pr-7', rest.className)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled ?? false}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
