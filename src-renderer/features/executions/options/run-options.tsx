import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useMemo } from 'react';
import { settingsQuery } from '../../../client/queries.ts';
import { classes } from '../../../ui/classes.ts';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { SelectField, TextArea, TextField } from '../../../ui/controls/field.tsx';
import { FieldGroup } from '../../../ui/forms/form.tsx';
import { EnvironmentOptions } from '../environments/environment-options.tsx';
import { InputFiles } from './files/input-files.tsx';
import { type FormField, type FormValues, formFieldsOf, valueIn } from './form-fields.ts';
import { NetworkOptions } from './network-options.tsx';
import type { InputChoice } from './run-draft.ts';
import type { RunOptionsProps } from './run-options-props.ts';
import { SecretChoice } from './secret-choice.tsx';

/** The run options, in as many columns as fit. */
export function RunOptions(props: RunOptionsProps) {
  return (
    <div className="@container relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto">
      <FieldGroup
        label="Options of the run"
        error={props.error}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-4 p-3 @lg:grid-cols-[repeat(2,minmax(0,1fr))] @3xl:grid-cols-[repeat(4,minmax(0,1fr))]"
      >
        <Values {...props} />
        <InputOptions {...props} />
        <Group title="Files">
          <InputFiles {...props} />
        </Group>
        {props.hasEnvironment !== false && (
          <Group title="Environment">
            <EnvironmentOptions {...props} />
          </Group>
        )}
        <Group title="Secrets and packages">
          <SecretChoice {...props} />
          <PackagesChoice {...props} />
        </Group>
        <Group title="Limits">
          <LimitOptions {...props} />
        </Group>
        <Group title="Network" isWide={props.draft.network === 'rules'}>
          <NetworkOptions {...props} />
        </Group>
      </FieldGroup>
    </div>
  );
}

interface GroupProps {
  title: string;
  /** The group has all columns. */
  isWide?: boolean;
  children: ReactNode;
}

function Group({ title, isWide = false, children }: GroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes('flex min-w-0 flex-col gap-2', isWide && 'col-span-full')}>
      <h2 id={id} className="text-xs font-semibold text-muted">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The values that the comments of the code ask for. */
function Values({ code = '', draft, edit }: RunOptionsProps) {
  const fields = useMemo(() => formFieldsOf(code), [code]);
  if (fields.length === 0) return null;
  return (
    <Group title="Values">
      <FormValuesFields fields={fields} values={draft.form} onValues={(form) => edit({ form })} />
    </Group>
  );
}

const inputChoices = ['auto', 'ask', 'none'] as const;
const inputTexts: Readonly<Record<InputChoice, string>> = {
  auto: 'Ask if the code reads lines',
  ask: 'Ask in every run',
  none: 'Give no input',
};

function InputOptions({ draft, edit, inputChoice }: RunOptionsProps) {
  return (
    <Group title="Input">
      <TextArea
        label="Arguments"
        name="args"
        subject="The arguments"
        hint="One on each line."
        rows={2}
        mono
        value={draft.args}
        onChange={(event) => edit({ args: event.target.value })}
      />
      <TextArea
        label="Standard input"
        name="stdin"
        rows={3}
        mono
        value={draft.stdin}
        onChange={(event) => edit({ stdin: event.target.value })}
      />
      {inputChoice && (
        <SelectField
          label="If it is empty"
          name="openStdin"
          disabled={draft.stdin !== ''}
          value={inputChoice.value}
          onValue={(value) => inputChoice.onValue(inputChoices.find((choice) => choice === value) ?? 'auto')}
          options={inputChoices.map((value) => ({ value, label: inputTexts[value] }))}
        />
      )}
    </Group>
  );
}

function PackagesChoice({ draft, edit }: RunOptionsProps) {
  return (
    <>
      <Checkbox
        label="Installed packages"
        hint="Packages of the language’s list."
        checked={draft.packages}
        onChecked={(packages) => edit({ packages })}
      />
      <Checkbox
        label="Packages declared in the code"
        hint="In a comment at its beginning."
        checked={draft.inlinePackages}
        onChecked={(inlinePackages) => edit({ inlinePackages })}
      />
      <TextField
        label="More packages for this program"
        name="withPackages"
        subject="The packages of the program"
        hint="Separated by spaces. They are installed once."
        placeholder="rich>=13 zod@4"
        mono
        value={draft.withPackages}
        onChange={(event) => edit({ withPackages: event.target.value })}
      />
    </>
  );
}

function LimitOptions({ draft, edit }: RunOptionsProps) {
  const { data: settings } = useQuery(settingsQuery);
  return (
    <div className="grid grid-cols-[2fr_3fr] gap-2">
      <TextField
        label="Seconds"
        name="timeoutMs"
        subject="The time limit"
        type="number"
        min={0.1}
        max={600}
        step="any"
        placeholder={settings ? String(settings.limits.timeoutMs / 1000) : ''}
        value={draft.timeoutSeconds}
        onChange={(event) => edit({ timeoutSeconds: event.target.value })}
      />
      <TextField
        label="Memory, MiB"
        name="memoryMb"
        subject="The memory limit"
        type="number"
        min={32}
        max={4096}
        placeholder={settings ? String(settings.limits.memoryMb) : ''}
        value={draft.memoryMb}
        onChange={(event) => edit({ memoryMb: event.target.value })}
      />
      <div className="col-span-2">
        <TextField
          label="Seconds to compile"
          name="compileTimeoutMs"
          subject="The time limit of the compile step"
          hint="Only compiled languages, such as C or Java, have a compile step."
          type="number"
          min={0.1}
          max={600}
          step="any"
          placeholder="60"
          value={draft.compileTimeoutSeconds}
          onChange={(event) => edit({ compileTimeoutSeconds: event.target.value })}
        />
      </div>
      <div className="col-span-2">
        <TextField
          label="Seconds to wait"
          name="maxQueueMs"
          subject="The limit of the wait"
          hint="The run is refused if it cannot start within this time."
          type="number"
          min={0}
          max={600}
          step="any"
          placeholder="No limit"
          value={draft.maxQueueSeconds}
          onChange={(event) => edit({ maxQueueSeconds: event.target.value })}
        />
      </div>
    </div>
  );
}

interface FormValuesProps {
  fields: readonly FormField[];
  values: FormValues;
  onValues(values: FormValues): void;
}

/** The fields that the comments of a program ask for. An empty one gives the program no argument. */
function FormValuesFields({ fields, values, onValues }: FormValuesProps) {
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
