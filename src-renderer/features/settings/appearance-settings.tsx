import { Panel } from '../../ui/layout/panel.tsx';
import { type ThemeChoice, useTheme } from '../../ui/page/use-theme.ts';

const choices: readonly { value: ThemeChoice; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

export function AppearanceSettings() {
  const { choice, choose } = useTheme();
  return (
    <Panel title="Appearance">
      <fieldset className="flex flex-wrap gap-6 p-4">
        <legend className="sr-only">Theme</legend>
        {choices.map(({ value, label }) => (
          <label key={value} className="flex items-center gap-2 text-sm">
            <input
              type="radio"
              name="theme"
              value={value}
              checked={choice === value}
              onChange={() => choose(value)}
              className="size-4"
            />
            {label}
          </label>
        ))}
      </fieldset>
    </Panel>
  );
}
