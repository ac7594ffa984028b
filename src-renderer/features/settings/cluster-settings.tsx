import { useQuery } from '@tanstack/react-query';
import type { Settings } from '../../../src-shared/contracts/settings.contract.ts';
import { clusterOf } from '../../../src-shared/formats/cluster-sentence.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { healthQuery } from '../../client/queries.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { SettingsSection } from './settings-section.tsx';

/** Decides whether code may leave the machine. Shown only if the daemon uses a cluster, or if the setting is on. */
export function ClusterSettings({ settings }: { settings: Settings }) {
  const { data } = useQuery(healthQuery);
  const cluster = data && clusterOf(data.engine);
  if (cluster === undefined && !settings.cluster.allowed) return null;
  return (
    <SettingsSection
      title="Cluster"
      settings={settings}
      draftOf={({ cluster: { allowed } }) => ({ allowed })}
      patchOf={({ allowed }) => ({ cluster: { allowed } })}
    >
      {({ allowed }, change) => (
        <Checkbox
          label="Programs may run in the cluster"
          hint={clusterHint(cluster)}
          checked={allowed}
          onChecked={(checked) => change({ allowed: checked })}
        />
      )}
    </SettingsSection>
  );
}

/** Returns the meaning of the setting. @param cluster as `clusterOf` returns it */
export function clusterHint(cluster: string | undefined): string {
  if (cluster === undefined)
    return 'This daemon runs programs on this machine now; with a cluster, your code, files, secrets and packages would leave it.';
  return `Your code, files, secrets and packages leave this machine for the ${visibleLine(cluster)}, whose administrators can read them; if this is off, your programs do not run.`;
}
