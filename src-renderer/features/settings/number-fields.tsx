import { TextField } from '../../ui/controls/field.tsx';

/** One number of a section, as its field holds it. */
export interface NumberFieldSpec<Draft> {
  name: keyof Draft & string;
  label: string;
  /** Of the contract. */
  path: string;
  /** How a sentence about it begins. */
  subject: string;
  min: number;
  max: number;
  /** Also parts of a whole. */
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
