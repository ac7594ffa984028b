import type { Settings } from '../../../../src-shared/contracts/settings.contract.ts';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { TextField } from '../../../ui/controls/field.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { CeilingEditor } from './ceiling-editor.tsx';
import { ceilingFormOf, ceilingOf } from './ceiling-form.ts';

/** Settings of the network: whether a run can have all of it, and the hosts that network rules can allow. */
export function NetworkSettings({ settings }: { settings: Settings }) {
  return (
    <SettingsSection
      title="Network"
      description="A run has no network unless it requests one. These settings limit what it can request."
      settings={settings}
      draftOf={({ network }) => ({
        allowed: network.allowed,
        ceiling: network.ceiling.map(ceilingFormOf),
        proxy: network.proxy ?? '',
      })}
      patchOf={({ allowed, ceiling, proxy }) => ({
        network: { allowed, ceiling: ceiling.map(ceilingOf), proxy: proxy || null },
      })}
    >
      {(draft, change) => (
        <>
          <CeilingEditor entries={draft.ceiling} onEntries={(ceiling) => change({ ceiling: [...ceiling] })} />
          <Checkbox
            label="Runs may use the whole network"
            hint="Off is safer: a program that can reach the whole internet can send all its data anywhere. Each run must still request it."
            checked={draft.allowed}
            onChecked={(allowed) => change({ allowed })}
          />
          <TextField
            label="Proxy for network rules"
            name="network.proxy"
            subject="The proxy"
            placeholder="None: hosts are connected directly"
            hint="Only for a machine that reaches hosts through a proxy. The proxy looks their names up, so it alone decides whether a program can reach private addresses: Strongroom cannot check them."
            mono
            value={draft.proxy}
            onChange={(event) => change({ proxy: event.target.value })}
          />
        </>
      )}
    </SettingsSection>
  );
}
