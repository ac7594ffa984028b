import { TextField } from '../../../ui/controls/field.tsx';
import { type FormField, type FormValues, valueIn } from './form-fields.ts';

interface FormValuesProps {
  fields: readonly FormField[];
  values: FormValues;
  onValues(values: FormValues): void;
}

/** The fields that the comments of a program ask for. An empty one gives the program no argument. */
export function FormValuesFields({ fields, values, onValues }: FormValuesProps) {
  return fields.map(({ name, label, defaultValue }) => (
    <TextField
      key={name}
      label={label}
      hint={label === name ? undefined : `--${name}`}
      value={valueIn(values, name) ?? defaultValue}
      onChange={(event) => onValues({ ...values, [name]: event.target.value })}
    />
  ));
}
