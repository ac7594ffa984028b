import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { settingsQuery } from '../../../client/queries.ts';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { TextArea, TextField } from '../../../ui/controls/field.tsx';
import { FieldGroup } from '../../../ui/forms/form.tsx';
import { InputFiles } from './input-files.tsx';
import type { RunOptionsDraft } from './run-draft.ts';
import { SecretChoice } from './secret-choice.tsx';

export interface RunOptionsProps {
  draft: RunOptionsDraft;
  edit(change: Partial<RunOptionsDraft>): void;
  /** The error of a run that could not start, shown at the field that it names. */
  error?: unknown;
}

/** The run options, in as many columns as fit. */
export function RunOptions(props: RunOptionsProps) {
  return (
    <div className="@container min-h-0 flex-1 overflow-x-hidden overflow-y-auto">
      <FieldGroup
        label="Options of the run"
        error={props.error}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-4 p-3 @lg:grid-cols-[repeat(2,minmax(0,1fr))] @3xl:grid-cols-[repeat(4,minmax(0,1fr))]"
      >
        <InputOptions {...props} />
        <Group title="Files">
          <InputFiles {...props} />
        </Group>
        <Group title="Secrets and packages">
          <SecretChoice {...props} />
          <PackagesChoice {...props} />
        </Group>
        <Group title="Limits">
          <LimitOptions {...props} />
          <NetworkChoice {...props} />
        </Group>
      </FieldGroup>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <h2 id={id} className="text-xs font-semibold text-muted">
        {title}
      </h2>
      {children}
    </section>
  );
}

function InputOptions({ draft, edit }: RunOptionsProps) {
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
    </Group>
  );
}

function PackagesChoice({ draft, edit }: RunOptionsProps) {
  return (
    <Checkbox
      label="Installed packages"
      hint="Packages of the language’s list."
      checked={draft.packages}
      onChecked={(packages) => edit({ packages })}
    />
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

function NetworkChoice({ draft, edit }: RunOptionsProps) {
  const { data: settings } = useQuery(settingsQuery);
  const allowed = settings?.network.allowed ?? false;
  return (
    <Checkbox
      label="Network"
      hint={
        allowed
          ? 'The program can reach the internet. It gets only the secrets that you select.'
          : 'Off for all runs. You can allow it in Settings.'
      }
      disabled={!allowed}
      checked={allowed && draft.network === 'full'}
      onChecked={(checked) => edit({ network: checked ? 'full' : 'none' })}
    />
  );
}
