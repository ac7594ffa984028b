import { type ComponentProps, type ReactNode, useContext } from 'react';
import { ErrorNote } from '../feedback/error-note.tsx';
import { FormProblems, useFormProblems } from './form-problems.ts';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'onInput' | 'onBlur' | 'ref' | 'noValidate'> {
  /** What the last attempt came to. */
  error: unknown;
  /** The field for what has none of its name: an error's code, or another path of the contract. */
  others?: Readonly<Record<string, string>>;
  onSubmit(): void;
  children: ReactNode;
}

/**
 * A form whose fields show what is wrong with them. A field takes part by its `name`, the path of the contract that it
 * fills (`limits.memoryMb`). What cannot be sent is not; what the daemon refuses is marked at its field, and the first
 * bad field gets the focus. A {@link FormError} shows everything else.
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

/** Fields that something else than a form sends; they show what is wrong with them in the same way. */
export function FieldGroup({ label, error, className, children }: FieldGroupProps) {
  const { root, problems, onInput, onBlur } = useFormProblems<HTMLFieldSetElement>(error);
  return (
    <fieldset ref={root} aria-label={label} className={className} onInput={onInput} onBlur={onBlur}>
      <FormProblems value={problems}>{children}</FormProblems>
    </fieldset>
  );
}

/** The error of the form around it, unless the fields show all of it. */
export function FormError({ error }: { error: unknown }) {
  const { isComplete } = useContext(FormProblems);
  return isComplete ? null : <ErrorNote error={error} />;
}
