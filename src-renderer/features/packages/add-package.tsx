import { useMutation } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { addPackage } from '../../../src-shared/contracts/packages.contract.ts';
import { call } from '../../client/call.ts';
import { packagesQuery } from '../../client/queries.ts';
import { sessionQueries } from '../../client/session/session-scope.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { Form, FormError } from '../../ui/forms/form.tsx';
import { changesOf, type PackageChange } from './package-changes.ts';
import type { PackageListEntry } from './package-lists.ts';

const examples: Readonly<Record<string, string>> = { pip: 'requests, or requests==2.32.3', npm: 'lodash, or lodash@4' };

/** The field that adds a package by name, or by name and version. */
export function AddPackage({ list }: { list: PackageListEntry }) {
  const { language, manager, title } = list;
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: () => call(addPackage, { body: { language, name: name.trim() } }),
    onSuccess: () => {
      setName('');
      return sessionQueries().invalidateQueries({ queryKey: packagesQuery.queryKey });
    },
  });
  const [change] = changesOf(list, [{ name: name.trim() }]);
  return (
    <Form
      error={add.error}
      others={{ version: 'name' }}
      onSubmit={add.mutate}
      className="flex flex-col gap-3 border-b border-line px-4 py-3"
    >
      <div className="flex items-start gap-2">
        <div className="max-w-md min-w-0 flex-1">
          <TextField
            label={`Package for ${title}`}
            labelHidden
            name="name"
            subject="The package"
            hint={change && <ChangeNote change={change} />}
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
          {change ? 'Change' : 'Add'}
        </Button>
      </div>
      <FormError error={add.error} />
    </Form>
  );
}

function ChangeNote({ change: { name, from, to } }: { change: PackageChange }) {
  return (
    <span role="status" className="text-warn">
      {name} is already in the list as {from}. This changes it to {to}.
    </span>
  );
}
