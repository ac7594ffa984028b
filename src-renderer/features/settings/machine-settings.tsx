import type { Settings } from '../../../src-shared/contracts/settings.contract.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { NumberFields } from './number-fields.tsx';
import { lockFields } from './number-settings.ts';
import { SettingsSection } from './settings-section.tsx';

/** Settings for locking, accounts and package sources. */
export function MachineSettings({ settings }: { settings: Settings }) {
  return (
    <>
      <LockSettings settings={settings} />
      <InstallerSettings settings={settings} />
    </>
  );
}

function LockSettings({ settings }: { settings: Settings }) {
  const isOfFirstAlone = settings.readOnly?.includes('registration') ?? false;
  return (
    <SettingsSection
      title="Locking and accounts"
      settings={settings}
      draftOf={({ autoLockMinutes, registration }) => ({
        minutes: String(autoLockMinutes),
        open: registration === 'open',
      })}
      patchOf={({ minutes, open }) => ({
        autoLockMinutes: Math.round(Number(minutes)),
        registration: open ? 'open' : 'closed',
      })}
    >
      {(draft, change) => (
        <>
          <NumberFields fields={lockFields} draft={draft} change={change} />
          <Checkbox
            label="Other people may register on this machine"
            hint={
              isOfFirstAlone
                ? 'Applies to the whole machine. Only its first account can change this setting.'
                : 'Applies to the whole machine. Only your account can change this setting while it exists.'
            }
            disabled={isOfFirstAlone}
            checked={draft.open}
            onChecked={(open) => change({ open })}
          />
        </>
      )}
    </SettingsSection>
  );
}

type InstallerTexts = Record<Exclude<keyof Settings['installer'], 'builds' | 'forRuns'>, string>;
type InstallerForm = InstallerTexts & Pick<Settings['installer'], 'builds' | 'forRuns'>;

interface InstallerField {
  name: keyof InstallerTexts;
  label: string;
  subject: string;
  placeholder: string;
}

const installerFields: readonly InstallerField[] = [
  {
    name: 'pipIndexUrl',
    label: 'Python package index',
    subject: 'The package index',
    placeholder: "From this machine's pip settings",
  },
  {
    name: 'npmRegistry',
    label: 'npm registry',
    subject: 'The registry',
    placeholder: "From this machine's npm settings",
  },
  { name: 'proxy', label: 'Proxy', subject: 'The proxy', placeholder: "From this machine's environment" },
  {
    name: 'caBundlePath',
    label: 'Certificates (a file on this machine)',
    subject: 'The file of certificates',
    placeholder: "This machine's certificates",
  },
];

function InstallerSettings({ settings }: { settings: Settings }) {
  return (
    <SettingsSection
      title="Package sources"
      description="Empty fields use this machine's own configuration."
      settings={settings}
      draftOf={({ installer }): InstallerForm => ({
        pipIndexUrl: installer.pipIndexUrl ?? '',
        npmRegistry: installer.npmRegistry ?? '',
        caBundlePath: installer.caBundlePath ?? '',
        proxy: installer.proxy ?? '',
        builds: installer.builds,
        forRuns: installer.forRuns,
      })}
      patchOf={(draft) => ({
        installer: {
          pipIndexUrl: draft.pipIndexUrl || null,
          npmRegistry: draft.npmRegistry || null,
          caBundlePath: draft.caBundlePath || null,
          proxy: draft.proxy || null,
          builds: draft.builds,
          forRuns: draft.forRuns,
        },
      })}
    >
      {(draft, change) => (
        <>
          <div className="grid gap-4 md:grid-cols-2">
            {installerFields.map(({ name, label, subject, placeholder }) => (
              <TextField
                key={name}
                label={label}
                name={`installer.${name}`}
                subject={subject}
                placeholder={placeholder}
                mono
                value={draft[name]}
                onChange={(event) => change({ [name]: event.target.value })}
              />
            ))}
          </div>
          <Checkbox
            label="Packages may be built from source"
            hint="A build runs the packages' own code with network access. If this is off, packages that need a build cannot be installed."
            checked={draft.builds}
            onChecked={(builds) => change({ builds })}
          />
          <Checkbox
            label="Programs may bring their own packages"
            hint="A program names them at its beginning, or a run names them. They are installed once, for this program only. If this is off, programs have the package list alone."
            checked={draft.forRuns}
            onChecked={(forRuns) => change({ forRuns })}
          />
        </>
      )}
    </SettingsSection>
  );
}
