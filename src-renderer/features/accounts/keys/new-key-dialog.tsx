import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createApiKey } from '../../../../src-shared/contracts/api-keys.contract.ts';
import { CeilingHost } from '../../../../src-shared/contracts/network/host-pattern.ts';
import { type Scope, scopes } from '../../../../src-shared/scopes.ts';
import { call } from '../../../client/call.ts';
import { sessionQueries } from '../../../client/session/session-scope.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { SelectField, TextField } from '../../../ui/controls/field.tsx';
import { Form, FormError } from '../../../ui/forms/form.tsx';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog.tsx';
import { apiKeysQuery } from './api-keys.queries.ts';
import { useNewKeys } from './new-keys.ts';

const scopeHints: Record<Scope, string> = {
  execute: 'run code and read the run history',
  secrets: 'manage secrets, and use them in runs',
  packages: 'list and remove packages; adding also needs execute and secrets',
  vault: 'store, read and run scripts of the vault',
  audit: 'read the audit log and the whole run history',
  generate: 'generate code with a model',
  admin: 'change settings, API keys and sessions',
};
const lifetimes = [
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '365', label: 'In a year' },
  { value: '', label: 'Never' },
];
const dayMs = 86_400_000;

/** Initial values of a key for a known purpose. */
export interface KeyPreset {
  name: string;
  scopes: readonly Scope[];
}

const noPreset: KeyPreset = { name: '', scopes: ['execute'] };

interface NewKeyDialogProps {
  /** Filled in at first. */
  preset?: KeyPreset;
  open: boolean;
  onOpenChange(open: boolean): void;
}

export function NewKeyDialog({ preset = noPreset, open, onOpenChange }: NewKeyDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="New API key"
      description="The key can do only what you select."
    >
      <NewKeyForm preset={preset} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface KeyForm {
  name: string;
  chosen: readonly Scope[];
  days: string;
  secretNames: string;
  networkHosts: string;
}

function NewKeyForm({ preset, onDone }: { preset: KeyPreset; onDone(): void }) {
  const [draft, setDraft] = useState<KeyForm>({
    name: preset.name,
    chosen: preset.scopes,
    days: '30',
    secretNames: '',
    networkHosts: '',
  });
  const change = (patch: Partial<KeyForm>) => setDraft({ ...draft, ...patch });
  const create = useMutation({
    mutationFn: () => call(createApiKey, { body: bodyOf(draft) }),
    onSuccess: ({ name, apiKey }) => {
      useNewKeys.getState().hold({ name, apiKey });
      onDone();
      return sessionQueries().invalidateQueries({ queryKey: apiKeysQuery.queryKey });
    },
  });
  const { name, chosen, days, secretNames, networkHosts } = draft;
  const { data: keys = [] } = useQuery(apiKeysQuery);
  const nameHint = keys.some((key) => key.name === name.trim())
    ? 'You already have a key with this name. It stays valid; this one is created in addition.'
    : 'Who uses the key: “CI on my laptop”, “Claude Code”.';
  return (
    <Form error={create.error} onSubmit={create.mutate} className="flex flex-col gap-4">
      <TextField
        label="Name"
        name="name"
        hint={nameHint}
        required
        value={name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <ScopeChoice chosen={chosen} onChosen={(list) => change({ chosen: list })} />
      <TextField
        label="Only these secrets"
        name="secretNames"
        subject="The list"
        hint="Names separated by spaces. The key can see, use and change no other secrets. Leave empty for no restriction."
        mono
        value={secretNames}
        onChange={(event) => change({ secretNames: event.target.value })}
      />
      <TextField
        label="Only these hosts"
        name="networkHosts"
        subject="The list"
        hint="Names separated by spaces; *.example.com for all names below. Network rules of runs with this key can allow no other hosts, and the key cannot use the whole network. Leave empty for no restriction."
        mono
        value={networkHosts}
        invalid={hostsProblem(networkHosts)}
        onChange={(event) => change({ networkHosts: event.target.value })}
      />
      <NarrowNote chosen={chosen} isNarrowed={namesOf(secretNames).length > 0} />
      <SelectField label="Expires" value={days} options={lifetimes} onValue={(value) => change({ days: value })} />
      <FormError error={create.error} />
      <DialogActions>
        <Button submit kind="primary" busy={create.isPending} disabled={name.trim() === '' || chosen.length === 0}>
          Create key
        </Button>
      </DialogActions>
    </Form>
  );
}

function ScopeChoice({ chosen, onChosen }: { chosen: readonly Scope[]; onChosen(list: readonly Scope[]): void }) {
  return (
    <fieldset className="grid grid-cols-1 gap-1.5 sm:grid-cols-2">
      <legend className="mb-1 text-sm font-medium">Scopes</legend>
      {scopes.map((scope) => (
        <Checkbox
          key={scope}
          label={scope}
          hint={scopeHints[scope]}
          checked={chosen.includes(scope)}
          onChecked={(on) => onChosen(on ? [...chosen, scope] : chosen.filter((other) => other !== scope))}
        />
      ))}
    </fieldset>
  );
}

/** Explains limits of the key that its scopes do not show. */
function NarrowNote({ chosen, isNarrowed }: { chosen: readonly Scope[]; isNarrowed: boolean }) {
  const usesAll = chosen.includes('secrets') && !isNarrowed;
  const adds = usesAll && chosen.includes('execute');
  return (
    <div role="status" className="flex flex-col gap-1 text-xs text-muted empty:hidden">
      {chosen.includes('execute') && !usesAll && !chosen.includes('audit') && (
        <p>This key sees only its own runs, because it cannot use every secret.</p>
      )}
      {chosen.includes('packages') && !adds && (
        <p>This key cannot add packages, because their code runs in later runs with every secret.</p>
      )}
    </div>
  );
}

const namesOf = (text: string) => text.split(/[\s,]+/).filter((word) => word !== '');

/** Returns the problem of the first host that is not valid. */
function hostsProblem(text: string): string | undefined {
  const problems = namesOf(text).map((host) => ({ host, error: CeilingHost.safeParse(host).error }));
  const first = problems.find(({ error }) => error !== undefined);
  return first && `has ${first.host}, which ${first.error?.issues[0]?.message}`;
}

function bodyOf({ name, chosen, days, secretNames, networkHosts }: KeyForm) {
  const names = namesOf(secretNames);
  const hosts = namesOf(networkHosts);
  return {
    name: name.trim(),
    scopes: [...chosen],
    ...(names.length > 0 && { secretNames: names }),
    ...(hosts.length > 0 && { networkHosts: hosts }),
    ...(days !== '' && { expiresAt: new Date(Date.now() + Number(days) * dayMs).toISOString() }),
  };
}
