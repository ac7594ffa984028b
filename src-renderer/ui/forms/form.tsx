import { type ComponentProps, type ReactNode, useContext } from 'react';
import { ApiError, asApiError } from '../../client/api-error.ts';
import { fieldSentence } from '../../client/field-labels.ts';
import { ErrorNote } from '../feedback/error-note.tsx';
import { FormProblems, useFormProblems } from './form-problems.ts';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'onInput' | 'onBlur' | 'ref' | 'noValidate'> {
  /** Error of the last submit. */
  error: unknown;
  /** Maps an error code or another path of the contract to a field. */
  others?: Readonly<Record<string, string>>;
  onSubmit(): void;
  children: ReactNode;
}

/**
 * A form whose fields show their problems. The `name` of a field is its path in the contract (`limits.memoryMb`).
 * Invalid input is not sent. Problems that the daemon reports are shown at their fields, and the first invalid field
 * gets the focus. A {@link FormError} shows all other errors.
 */
export function Form({ error, others, onSubmit, children, ...rest }: FormProps) {
  const { root, problems, check, onInput, onBlur } = useFormProblems<HTMLFormElement>(error, others);
  return (
    <form
      {...rest}
      ref={root}
      noValidate
      onInput={onInput}
      onBlur={onBlur}
      onSubmit={(event) => {
        event.preventDefault();
        // React passes the event of a form in a dialog on to the form around the dialog.
        event.stopPropagation();
        if (check()) onSubmit();
      }}
    >
      <FormProblems value={problems}>{children}</FormProblems>
    </form>
  );
}

interface FieldGroupProps {
  label: string;
  error: unknown;
  className?: string;
  children: ReactNode;
}

/** Fields outside of a form that show their problems in the same way. */
export function FieldGroup({ label, error, className, children }: FieldGroupProps) {
  const { root, problems, onInput, onBlur } = useFormProblems<HTMLFieldSetElement>(error);
  return (
    <fieldset ref={root} aria-label={label} className={className} onInput={onInput} onBlur={onBlur}>
      <FormProblems value={problems}>{children}</FormProblems>
    </fieldset>
  );
}

/** Shows what the fields of the surrounding form do not show of its error. */
export function FormError({ error }: { error: unknown }) {
  const { isComplete, others } = useContext(FormProblems);
  if (isComplete) return null;
  if (others.length === 0) return <ErrorNote error={error} />;
  const { code, requestId } = asApiError(error);
  const message = others
    .flatMap((problem) => fieldSentence(problem) ?? `${problem.path} ${problem.message}.`)
    .join(' ');
  return <ErrorNote error={new ApiError(code, message, { requestId })} />;
}
