import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import type { NetworkProtocol } from '../../../src-shared/contracts/network/network-rules.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { settingsQuery } from '../../client/queries.ts';
import { Button, IconButton } from '../controls/button.tsx';
import { SelectField, TextField } from '../controls/field.tsx';
import { Disclosure } from '../layout/disclosure.tsx';
import { AllowInSettings } from './allow-in-settings.tsx';
import { isWithinCeiling } from './ceiling.ts';
import { type RuleForm, ruleOf, ruleProblems } from './rule-form.ts';
import { RuleMore } from './rule-more.tsx';
import type { RuleProps } from './rule-props.ts';
import { limitsText, protocolOptions } from './rules-text.ts';

/** The fields of one network rule. */
export function RuleFields(props: RuleProps & { isAdded: boolean; onRemove(): void }) {
  const { rule, number, path, isAdded, onChange, onRemove } = props;
  const problems = ruleProblems(rule);
  const [isOpen, setOpen] = useState(false);
  // A hidden field would hide its problem.
  const hasHiddenProblem = ['methods', 'paths', 'address', 'secrets'].some((field) => problems.has(field));
  const name = rule.host.trim() === '' ? `host ${number}` : visibleLine(rule.host.trim());
  return (
    <fieldset
      aria-label={`Rule for ${name}`}
      className="flex min-w-0 flex-col rounded-control border border-line bg-surface"
    >
      <div className="flex min-w-0 flex-col gap-2 px-3 pt-2">
        <div className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <TextField
              label="Host"
              name={`${path}.host`}
              placeholder="api.example.com"
              mono
              autoFocus={isAdded}
              value={rule.host}
              invalid={rule.host === '' ? undefined : problems.get('host')}
              onChange={(event) => onChange({ host: event.target.value })}
            />
          </div>
          <IconButton
            label={`Remove ${name}`}
            icon={<X size={14} aria-hidden="true" />}
            onClick={onRemove}
            className="mt-6 -mr-2"
          />
        </div>
        <div className="grid grid-cols-[2fr_3fr] gap-2">
          <TextField
            label="Ports"
            name={`${path}.ports`}
            subject="The ports"
            mono
            placeholder={rule.protocol === 'tls' ? '443' : rule.protocol === 'http' ? '80' : '5432'}
            value={rule.ports}
            invalid={problems.get('ports')}
            onChange={(event) => onChange({ ports: event.target.value })}
          />
          <SelectField
            label="Protocol"
            value={rule.protocol}
            options={protocolOptions}
            onValue={(protocol) => onChange({ protocol: protocol as NetworkProtocol })}
          />
        </div>
        <CeilingNote rule={rule} />
      </div>
      <Disclosure
        label={<MoreLabel rule={rule} isOpen={isOpen || hasHiddenProblem} />}
        open={isOpen || hasHiddenProblem}
        onOpen={setOpen}
      >
        <RuleMore {...props} problems={problems} />
      </Disclosure>
    </fieldset>
  );
}

/** The closed part says what it contains. */
function MoreLabel({ rule, isOpen }: { rule: RuleForm; isOpen: boolean }) {
  const { secrets = [], ...limits } = ruleOf(rule);
  const summary = [limitsText(limits), secrets.length > 0 && `secrets ${secrets.join(', ')}`]
    .filter(Boolean)
    .join('; ');
  if (isOpen || summary === '') return 'More';
  return <span className="min-w-0 truncate">More: {visibleLine(summary)}</span>;
}

/** Says that the settings do not allow the host of a rule, with a button that adds it there. */
function CeilingNote({ rule: draft }: { rule: RuleForm }) {
  const { data: settings } = useQuery(settingsQuery);
  const [isAsking, setAsking] = useState(false);
  const rule = ruleOf(draft);
  const isChecked = settings !== undefined && draft.host !== '' && ruleProblems(draft).size === 0;
  if (!isChecked || isWithinCeiling(rule, settings.network.ceiling)) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-control bg-warn-soft px-2.5 py-1.5">
      <p role="status" className="min-w-0 flex-1 basis-40 text-xs text-warn">
        Your settings do not allow this host yet, so the run would be refused.
      </p>
      <Button onClick={() => setAsking(true)}>Allow in settings</Button>
      {isAsking && <AllowInSettings rule={rule} onClose={() => setAsking(false)} />}
    </div>
  );
}
