import { useState } from 'react';
import { useLocation } from 'wouter';
import { AuditTimeline } from '../../features/audit/audit-timeline.tsx';
import { RunsActivity } from '../../features/executions/history/runs-activity.tsx';
import { Tabs } from '../../ui/controls/tabs.tsx';

/** The runs and the audit log of the account. */
export function ActivityScreen() {
  const [, navigate] = useLocation();
  const [view, setView] = useState('runs');
  return (
    <div className="flex h-full flex-col overflow-auto bg-surface">
      <h1 className="px-4 pt-4 pb-1 text-xl font-semibold short:pt-1 short:text-base">Activity</h1>
      <Tabs
        label="Activity"
        value={view}
        onValue={setView}
        fill
        tabs={[
          { value: 'runs', label: 'Runs', content: <RunsActivity onOpen={() => navigate('/run')} /> },
          { value: 'audit', label: 'Audit log', content: <AuditTimeline /> },
        ]}
      />
    </div>
  );
}
