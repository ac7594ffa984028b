import { Suspense, useEffect, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { AuditTimeline } from '../../features/audit/audit-timeline.tsx';
import { RunPreview } from '../../features/executions/history/run-preview.tsx';
import { RunsActivity } from '../../features/executions/history/runs-activity.tsx';
import { Tabs } from '../../ui/controls/tabs.tsx';
import { ScreenTitle } from '../../ui/layout/panel.tsx';

/** The target of a link to this screen: one run, or the entries about it since a day. */
interface Linked {
  run?: string;
  entriesOf?: { text: string; fromDay: string };
}

/** The runs and the audit log of the account. */
export function ActivityScreen() {
  const [, navigate] = useLocation();
  const [view, setView] = useState('runs');
  const [linked, setLinked] = useState<Linked>({});
  useLink((target) => {
    setLinked(target);
    if (target.entriesOf) setView('audit');
  });
  const choose = (next: string) => {
    setLinked({});
    setView(next);
  };
  const { run, entriesOf } = linked;
  return (
    <div className="flex h-full flex-col overflow-auto bg-surface">
      <div className="px-4 pt-4 pb-1 short:pt-1">
        <ScreenTitle>Activity</ScreenTitle>
      </div>
      <Tabs
        label="Activity"
        value={view}
        onValue={choose}
        fill
        tabs={[
          { value: 'runs', label: 'Runs', content: <RunsActivity onOpen={() => navigate('/run')} /> },
          {
            value: 'audit',
            label: 'Audit log',
            content: <AuditTimeline key={entriesOf?.text} filter={entriesOf} />,
          },
        ]}
      />
      <Suspense>
        <RunPreview
          id={run}
          onClose={() => setLinked({ ...(entriesOf && { entriesOf }) })}
          onRunScreen={() => navigate('/run')}
        />
      </Suspense>
    </div>
  );
}

/** Follows `/activity/run/ID` and `/activity/audit/ID/DAY`, and removes them from the URL, so that the same link works again. */
function useLink(follow: (linked: Linked) => void): void {
  const { view, id, day = '' } = useParams<{ view?: string; id?: string; day?: string }>();
  const [, navigate] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link is followed once
  useEffect(() => {
    if (id === undefined) return;
    follow(view === 'audit' ? { entriesOf: { text: id, fromDay: day } } : { run: id });
    navigate('/activity', { replace: true });
  }, [view, id, day]);
}
