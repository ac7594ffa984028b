import { TextField } from '../../ui/controls/field.tsx';

/** A number field of a section. */
export interface NumberFieldSpec<Draft> {
  name: keyof Draft & string;
  label: string;
  /** Path in the contract. */
  path: string;
  /** Subject of sentences about the field. */
  subject: string;
  min: number;
  max: number;
  /** Allows fractions. */
  fraction?: boolean;
}

interface NumberFieldsProps<Draft> {
  fields: readonly NumberFieldSpec<Draft>[];
  draft: Draft;
  change(patch: Partial<Draft>): void;
}

/** The numbers of a section, side by side. */
export function NumberFields<Draft extends object>({ fields, draft, change }: NumberFieldsProps<Draft>) {
  return (
    <div className="grid max-w-md grid-cols-2 gap-4">
      {fields.map(({ name, path, label, subject, min, max, fraction = false }) => (
        <TextField
          key={name}
          label={label}
          name={path}
          subject={subject}
          type="number"
          required
          min={min}
          max={max}
          {...(fraction && { step: 'any' })}
          value={String(draft[name])}
          onChange={(event) => change({ [name]: event.target.value } as Partial<Draft>)}
        />
      ))}
    </div>
  );
}
