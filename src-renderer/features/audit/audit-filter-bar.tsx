import { actionLabels } from '../../../src-shared/formats/audit-actions.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SelectField, TextField } from '../../ui/controls/field.tsx';
import type { AuditFilters } from './audit.queries.ts';

/** The values of the filter fields. Days are `YYYY-MM-DD`, empty for no bound. */
export interface FilterFields {
  action: string;
  fromDay: string;
  toDay: string;
  text: string;
}

export const noFilter: FilterFields = { action: '', fromDay: '', toDay: '', text: '' };

const actions = [
  { value: '', label: 'All actions' },
  ...Object.entries(actionLabels).map(([value, label]) => ({ value, label })),
];

interface AuditFilterBarProps {
  fields: FilterFields;
  onFields(fields: FilterFields): void;
}

export function AuditFilterBar({ fields, onFields }: AuditFilterBarProps) {
  const change = (patch: Partial<FilterFields>) => onFields({ ...fields, ...patch });
  return (
    <search
      aria-label="Filter the audit log"
      className="flex flex-wrap items-end gap-3 border-b border-line bg-surface px-4 py-3"
    >
      <div className="w-52">
        <SelectField label="Action" value={fields.action} options={actions} onValue={(action) => change({ action })} />
      </div>
      <DayField label="From" day={fields.fromDay} onDay={(fromDay) => change({ fromDay })} />
      <DayField
        label="To"
        day={fields.toDay}
        problem={isReversed(fields) ? 'The last day must not be before the first day.' : undefined}
        onDay={(toDay) => change({ toDay })}
      />
      <div className="min-w-40 flex-1">
        <TextField
          label="Text"
          type="search"
          placeholder="Name, id or IP address"
          value={fields.text}
          onChange={(event) => change({ text: event.target.value })}
        />
      </div>
      <Button
        kind="quiet"
        disabled={Object.values(fields).every((value) => value === '')}
        onClick={() => onFields(noFilter)}
      >
        Clear
      </Button>
    </search>
  );
}

interface DayFieldProps {
  label: string;
  day: string;
  problem?: string | undefined;
  onDay(day: string): void;
}

function DayField({ label, day, problem, onDay }: DayFieldProps) {
  return (
    <div className="w-36">
      <TextField
        label={label}
        type="date"
        max="9999-12-31"
        value={day}
        problem={problem}
        onChange={(event) => onDay(event.target.value)}
      />
    </div>
  );
}

/** Days are compared as text: `2026-01-31`. */
function isReversed({ fromDay, toDay }: FilterFields): boolean {
  return fromDay !== '' && toDay !== '' && toDay < fromDay;
}

/** Converts days of the local time zone to ISO times. */
export function toFilters({ action, fromDay, toDay }: FilterFields): AuditFilters {
  return { action, from: startOf(fromDay), to: endOf(toDay) };
}

const startOf = (day: string): string => instantOf(`${day}T00:00:00.000`);
const endOf = (day: string): string => instantOf(`${day}T23:59:59.999`);

/** Returns '' for an empty or invalid day: a user can type a year with more than four digits. */
function instantOf(local: string): string {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
