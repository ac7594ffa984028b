import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { settingsQuery } from '../../client/queries.ts';
import { Button } from '../controls/button.tsx';
import { AllowInSettings } from './allow-in-settings.tsx';
import { isWithinCeiling } from './ceiling.ts';
import { type RuleForm, ruleOf, ruleProblems } from './rule-form.ts';

/** Says that the settings do not allow the host of a rule, with a button that adds it there. */
export function CeilingNote({ rule: draft }: { rule: RuleForm }) {
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
