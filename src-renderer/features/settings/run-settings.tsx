import type { Settings } from '../../../src-shared/contracts/settings.contract.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { NumberFields } from './number-fields.tsx';
import { SettingsSection } from './settings-section.tsx';

const mebibyte = 1024 * 1024;

/** Settings of runs and of the history. */
export function RunSettings({ settings }: { settings: Settings }) {
  return (
    <>
      <LimitSettings settings={settings} />
      <HistorySettings settings={settings} />
    </>
  );
}

const limitFields = [
  {
    name: 'seconds',
    label: 'Time limit, seconds',
    path: 'limits.timeoutMs',
    subject: 'The time limit',
    min: 0.1,
    max: 600,
    fraction: true,
  },
  {
    name: 'memoryMb',
    label: 'Memory limit, MiB',
    path: 'limits.memoryMb',
    subject: 'The memory limit',
    min: 32,
    max: 4096,
  },
] as const;

function LimitSettings({ settings }: { settings: Settings }) {
  return (
    <SettingsSection
      title="Runs"
      description="Defaults for runs that set no limits."
      settings={settings}
      draftOf={({ limits, network }) => ({
        seconds: String(limits.timeoutMs / 1000),
        memoryMb: String(limits.memoryMb),
        allowed: network.allowed,
      })}
      patchOf={({ seconds, memoryMb, allowed }) => ({
        limits: { timeoutMs: Math.round(Number(seconds) * 1000), memoryMb: Math.round(Number(memoryMb)) },
        network: { allowed },
      })}
    >
      {(draft, change) => (
        <>
          <NumberFields fields={limitFields} draft={draft} change={change} />
          <Checkbox
            label="Runs may use the network"
            hint="Off is safer: a program with network access can send all its data elsewhere. Each run must still request it."
            checked={draft.allowed}
            onChecked={(allowed) => change({ allowed })}
          />
        </>
      )}
    </SettingsSection>
  );
}

const historyFields = [
  {
    name: 'keepRuns',
    label: 'Runs to keep',
    path: 'history.keepRuns',
    subject: 'The number of runs',
    min: 0,
    max: 100_000,
  },
  { name: 'maxMb', label: 'Space, MiB', path: 'history.maxBytes', subject: 'The space', min: 1, max: 16_384 },
] as const;

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
