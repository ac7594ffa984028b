const isMac = /mac/i.test(navigator.platform);

/** The name of the platform's modifier key. */
export const modifier = isMac ? '⌘' : 'Ctrl';

/** Keys to press together: `['mod', 'K']`. */
export function Kbd({ keys }: { keys: readonly string[] }) {
  return (
    <span className="inline-flex gap-0.5">
      {keys.map((key) => (
        <kbd key={key} className="rounded border border-line bg-sunken px-1 font-mono text-xs text-muted">
          {key === 'mod' ? modifier : key}
        </kbd>
      ))}
    </span>
  );
}
