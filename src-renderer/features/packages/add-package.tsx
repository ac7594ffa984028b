import { useMutation } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { addPackage } from '../../../src-shared/packages.contract.ts';
import { call } from '../../client/call.ts';
import { packagesQuery } from '../../client/queries.ts';
import { sessionQueries } from '../../client/session-scope.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { TextField } from '../../ui/field.tsx';
import type { PackageListEntry } from './package-lists.ts';

const examples: Readonly<Record<string, string>> = { pip: 'requests, or requests==2.32.3', npm: 'lodash, or lodash@4' };

/** Takes one package by its name, or by name and version. */
export function AddPackage({ list: { language, manager, title } }: { list: PackageListEntry }) {
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: () => call(addPackage, { body: { language, name: name.trim() } }),
    onSuccess: () => {
      setName('');
      return sessionQueries().invalidateQueries({ queryKey: packagesQuery.queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') add.mutate();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 border-b border-line px-4 py-3">
      <div className="flex items-end gap-2">
        <div className="max-w-md min-w-0 flex-1">
          <TextField
            label={`Package for ${title}`}
            labelHidden
            mono
            placeholder={examples[manager] ?? 'name'}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <Button
          submit
          busy={add.isPending}
          disabled={name.trim() === ''}
          icon={<Plus size={14} aria-hidden="true" />}
          aria-label={`Add to ${title}`}
        >
          Add
        </Button>
      </div>
      <ErrorNote error={add.error} />
    </form>
  );
}
