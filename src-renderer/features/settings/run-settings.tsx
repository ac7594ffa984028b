import type { Settings } from '../../../src-shared/contracts/settings.contract.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { NetworkSettings } from './network/network-settings.tsx';
import { NumberFields } from './number-fields.tsx';
import { historyFields, limitFields, mebibyte, sandboxFields } from './number-settings.ts';
import { SettingsSection } from './settings-section.tsx';

/** Settings of runs, their network, sandboxes and of the history. */
export function RunSettings({ settings }: { settings: Settings }) {
  return (
    <>
      <LimitSettings settings={settings} />
      <NetworkSettings settings={settings} />
      <SandboxSettings settings={settings} />
      <HistorySettings settings={settings} />
    </>
  );
}

function LimitSettings({ settings }: { settings: Settings }) {
  return (
    <SettingsSection
      title="Runs"
      description="Defaults for runs that set no limits."
      settings={settings}
      draftOf={({ limits }) => ({
        seconds: String(limits.timeoutMs / 1000),
        memoryMb: String(limits.memoryMb),
      })}
      patchOf={({ seconds, memoryMb }) => ({
        limits: { timeoutMs: Math.round(Number(seconds) * 1000), memoryMb: Math.round(Number(memoryMb)) },
      })}
    >
      {(draft, change) => <NumberFields fields={limitFields} draft={draft} change={change} />}
    </SettingsSection>
  );
}

function SandboxSettings({ settings }: { settings: Settings }) {
  return (
    <SettingsSection
      title="Sandboxes"
      description="A sandbox keeps its variables, processes and files, and holds memory until it ends."
      settings={settings}
      draftOf={({ sandboxes }) => ({ perAccount: String(sandboxes.perAccount) })}
      patchOf={({ perAccount }) => ({ sandboxes: { perAccount: Number(perAccount) } })}
    >
      {(draft, change) => <NumberFields fields={sandboxFields} draft={draft} change={change} />}
    </SettingsSection>
  );
}

function HistorySettings({ settings }: { settings: Settings }) {
  return (
    <SettingsSection
      title="History"
      description="Runs are stored encrypted with your account's key."
      settings={settings}
      draftOf={({ history }) => ({
        keepRuns: String(history.keepRuns),
        maxMb: String(Math.round(history.maxBytes / mebibyte)),
        keepOutputs: history.keepOutputs,
      })}
      patchOf={({ keepRuns, maxMb, keepOutputs }) => ({
        history: { keepRuns: Number(keepRuns), maxBytes: Math.round(Number(maxMb)) * mebibyte, keepOutputs },
      })}
    >
      {(draft, change) => (
        <>
          <NumberFields fields={historyFields} draft={draft} change={change} />
          <Checkbox
            label="Keep output and files"
            hint="Off: only the fact of the run and its result are stored."
            checked={draft.keepOutputs}
            onChecked={(keepOutputs) => change({ keepOutputs })}
          />
        </>
      )}
    </SettingsSection>
  );
}
