import { useQuery } from '@tanstack/react-query';
import { runClients } from '../../../../src-shared/contracts/executions/history-fields.ts';
import { languagesQuery } from '../../../client/queries.ts';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { SelectField, TextField } from '../../../ui/controls/field.tsx';
import { runStatuses } from '../run-status.ts';
import { clientLabels } from './run-names.ts';
import type { ChosenFilter } from './use-runs.ts';

interface RunFiltersProps {
  chosen: ChosenFilter;
  onChange(change: Partial<ChosenFilter>): void;
}

const times = [
  { value: '', label: 'Time' },
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
];

/** Fields that search the history of runs. */
export function RunFilters({ chosen, onChange }: RunFiltersProps) {
  const { data: languages = [] } = useQuery(languagesQuery);
  const statuses = Object.entries(runStatuses).map(([value, { label }]) => ({ value, label }));
  const clients = runClients.map((value) => ({ value, label: clientLabels[value] }));
  return (
    <search className="grid items-end gap-2 border-b border-line bg-surface px-3 py-2 @2xs:grid-cols-2 @xl:grid-cols-4 @4xl:grid-cols-[minmax(10rem,2fr)_repeat(4,minmax(8rem,1fr))_auto]">
      <div className="@2xs:col-span-2 @xl:col-span-3 @4xl:col-span-1">
        <TextField
          label="Search runs"
          labelHidden
          type="search"
          placeholder="Name, agent or API key"
          maxLength={200}
          value={chosen.search}
          onChange={(event) => onChange({ search: event.target.value })}
        />
      </div>
      <SelectField
        label="Status of runs"
        labelHidden
        value={chosen.status}
        onValue={(status) => onChange({ status })}
        options={[{ value: '', label: 'Status' }, ...statuses]}
      />
      <SelectField
        label="Language of runs"
        labelHidden
        value={chosen.language}
        onValue={(language) => onChange({ language })}
        options={[{ value: '', label: 'Language' }, ...languages.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <SelectField
        label="Started by"
        labelHidden
        value={chosen.client}
        onValue={(client) => onChange({ client })}
        options={[{ value: '', label: 'Source' }, ...clients]}
      />
      <SelectField
        label="Time of runs"
        labelHidden
        value={chosen.days}
        onValue={(days) => onChange({ days })}
        options={times}
      />
      <div className="pb-1">
        <Checkbox label="Pinned" checked={chosen.pinned} onChecked={(pinned) => onChange({ pinned })} />
      </div>
    </search>
  );
}
