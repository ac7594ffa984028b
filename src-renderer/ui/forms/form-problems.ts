import { createContext, type FocusEvent, type FormEvent, useContext, useLayoutEffect, useRef, useState } from 'react';
import { type FieldProblems, fieldProblems, noProblems } from '../../client/field-problems.ts';

/** The problems of the form around a field; empty outside of any form. */
export const FormProblems = createContext<FieldProblems>(noProblems);

/** Returns the problem of a control in the surrounding form. */
export function useFieldProblem(name: string | undefined): string | undefined {
  const { byName } = useContext(FormProblems);
  return name === undefined ? undefined : byName.get(name);
}

/**
 * Tracks the problems of the named controls below an element: those of an error, and those of the browser's own
 * validation (`required`, `min`, `max`). The first invalid field gets the focus. Editing a field removes its problem.
 */
export function useFormProblems<Root extends HTMLElement>(error: unknown, others?: Readonly<Record<string, string>>) {
  const root = useRef<Root>(null);
  const shouldFocus = useRef(false);
  const [problems, setProblems] = useState(noProblems);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new error changes the problems
  useLayoutEffect(() => {
    const controls = controlsIn(root.current);
    const found = fieldProblems(error, [...controls.keys()], others);
    shouldFocus.current = found.byName.size > 0;
    setProblems({ ...found, byName: inUnitsOf(controls, found.byName) });
  }, [error]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fields are marked after the problems are rendered
  useLayoutEffect(() => {
    if (!shouldFocus.current) return;
    shouldFocus.current = false;
    root.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problems]);

  return {
    root,
    problems,
    /** Returns true if all input is valid; marks invalid fields. */
    check(): boolean {
      const found = ownProblems(controlsIn(root.current));
      const isMarked = (control: Control) =>
        control.getAttribute('aria-invalid') === 'true' && !problems.byName.has(control.name);
      const isGood = found.size === 0 && ![...controlsIn(root.current).values()].some(isMarked);
      shouldFocus.current = !isGood;
      setProblems({ byName: found, isComplete: true, others: [] });
      return isGood;
    },
    onInput({ target }: FormEvent): void {
      if (!isControl(target) || !problems.byName.has(target.name)) return;
      const byName = new Map([...problems.byName].filter(([name]) => name !== target.name));
      setProblems({ ...problems, byName });
    },
    /** A missing value is reported only on submit. */
    onBlur({ target }: FocusEvent): void {
      if (!isControl(target) || target.name === '' || target.validity.valueMissing) return;
      const problem = validityProblem(target);
      if (problem !== undefined)
        setProblems({ ...problems, byName: new Map([...problems.byName, [target.name, problem]]) });
    },
  };
}

function isControl(target: EventTarget): target is Control {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

function ownProblems(controls: ReadonlyMap<string, Control>): ReadonlyMap<string, string> {
  return new Map([...controls].flatMap(([name, control]) => pairOf(name, validityProblem(control))));
}

const pairOf = (name: string, problem: string | undefined): [string, string][] =>
  problem === undefined ? [] : [[name, problem]];

/** Prefers the control's own message: a field can use seconds where the contract uses milliseconds. */
function inUnitsOf(controls: ReadonlyMap<string, Control>, byName: ReadonlyMap<string, string>) {
  return new Map(
    [...byName].map(([name, problem]): [string, string] => {
      const control = controls.get(name);
      return [name, (control && validityProblem(control)) ?? problem];
    }),
  );
}

type Control = HTMLInputElement | HTMLTextAreaElement;

/** Returns the enabled text controls below an element, by name and in order. */
function controlsIn(root: Element | null): Map<string, Control> {
  const found = root?.querySelectorAll<Control>('input[name], textarea[name]') ?? [];
  return new Map([...found].filter(({ disabled }) => !disabled).map((control) => [control.name, control]));
}

/** Returns the problem that the browser finds in a control's value (HTML Living Standard, 4.10.20), as a predicate. */
function validityProblem(control: Control): string | undefined {
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
