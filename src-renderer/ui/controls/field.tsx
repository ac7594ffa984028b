import { type ComponentProps, type ReactNode, useId } from 'react';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { problemSentence } from '../../client/field-problems.ts';
import { classes } from '../classes.ts';
import { useFieldProblem } from '../forms/form-problems.ts';

/** The look of a field that a user types into. */
export const controlLook = classes(
  'w-full rounded-control border border-control-line bg-surface px-2.5 text-sm text-ink',
  'disabled:bg-sunken disabled:text-muted aria-invalid:border-danger',
);

interface FieldFrame {
  label: string;
  hint?: ReactNode;
  /** The problem of the input: a sentence, or a predicate that follows the subject. */
  problem?: string | undefined;
  /** Subject of sentences about the field: `The password`. Default: the label with an article. */
  subject?: string | undefined;
  /** Shows the label to screen readers only. */
  labelHidden?: boolean;
}

interface ControlIds {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

/** A labelled control with its hint and problem, connected for assistive technology. */
export function Field({
  label,
  hint,
  problem: ownProblem,
  subject = subjectOf(label),
  labelHidden = false,
  name,
  children,
}: FieldFrame & { name?: string | undefined; children: (ids: ControlIds) => ReactNode }) {
  const id = useId();
  const formProblem = useFieldProblem(name);
  const predicate = ownProblem ?? formProblem;
  const problem = predicate && visibleLine(problemSentence(subject, predicate));
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <div data-field className="flex min-w-0 flex-col gap-1">
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

/** Returns `The password` for `Password`; an abbreviation keeps its capitals. */
function subjectOf(label: string): string {
  const isWord = /^[A-Z][a-z]/.test(label);
  return `The ${isWord ? label.charAt(0).toLowerCase() + label.slice(1) : label}`;
}

/** Splits the properties of a field into those of its frame and those of the control. */
function framed<Props extends FieldFrame>({ label, hint, problem, subject, labelHidden = false, ...rest }: Props) {
  return { frame: { label, hint, problem, subject, labelHidden }, rest };
}

interface Validated {
  mono?: boolean;
  /** Why the value is not valid, as a predicate. It is shown when the user leaves the field, and blocks a form. */
  invalid?: string | undefined;
}

const validityOf = (invalid: string | undefined) => (control: HTMLInputElement | HTMLTextAreaElement | null) =>
  control?.setCustomValidity(invalid ?? '');

type TextFieldProps = FieldFrame & Omit<ComponentProps<'input'>, 'ref'> & Validated;

export function TextField({ mono = false, invalid, className, ...props }: TextFieldProps) {
  const { frame, rest } = framed(props);
  return (
    <Field {...frame} name={rest.name}>
      {(ids) => (
        <input
          autoComplete="off"
          spellCheck={false}
          {...rest}
          {...ids}
          ref={validityOf(invalid)}
          className={classes(controlLook, 'h-8', mono && 'font-mono', className)}
        />
      )}
    </Field>
  );
}

type TextAreaProps = FieldFrame & Omit<ComponentProps<'textarea'>, 'ref'> & Validated;

export function TextArea({ mono = false, invalid, className, ...props }: TextAreaProps) {
  const { frame, rest } = framed(props);
  return (
    <Field {...frame} name={rest.name}>
      {(ids) => (
        <textarea
          spellCheck={false}
          {...rest}
          {...ids}
          ref={validityOf(invalid)}
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

/** A native select, which works best with keyboard, touch and screen readers. */
export function SelectField({ options, onValue, ...props }: SelectFieldProps) {
  const { frame, rest } = framed(props);
  return (
    <Field {...frame} name={rest.name}>
      {(ids) => (
        <select
          {...rest}
          {...ids}
          onChange={(event) => onValue(event.target.value)}
          // The arrow has its own space next to the padding.
          className={classes(controlLook, 'h-8 pr-1', rest.className)}
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
