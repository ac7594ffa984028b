export type Control = HTMLInputElement | HTMLTextAreaElement;

/** Returns the enabled text controls below an element, by name and in order. */
export function controlsIn(root: Element | null): Map<string, Control> {
  const found = root?.querySelectorAll<Control>('input[name], textarea[name]') ?? [];
  return new Map([...found].filter(({ disabled }) => !disabled).map((control) => [control.name, control]));
}

/** Returns the problem that the browser finds in a control's value (HTML Living Standard, 4.10.20), as a predicate. */
export function validityProblem(control: Control): string | undefined {
  const { validity } = control;
  if (validity.valid) return undefined;
  if (validity.customError) return control.validationMessage;
  if (validity.valueMissing) return validity.badInput ? 'must be a number' : 'must not be empty';
  if (validity.badInput) return 'must be a number';
  if (validity.typeMismatch) return 'must be of the form me@example.com';
  const { min = '', max = '' } = control instanceof HTMLInputElement ? control : {};
  if (validity.rangeUnderflow) return `must be at least ${shown(min)}`;
  if (validity.rangeOverflow) return `must be at most ${shown(max)}`;
  if (validity.stepMismatch) return 'must be a whole number';
  return 'is not valid';
}

const shown = (bound: string) => Number(bound).toLocaleString('en');
