import { CopyButton } from '../controls/copy-button.tsx';

interface CodeBlockProps {
  /** Name of the text: "curl command". */
  label: string;
  text: string;
  secret?: boolean;
}

/** Text to copy, with a copy button. */
export function CodeBlock({ label, text, secret = false }: CodeBlockProps) {
  return (
    <div className="flex items-start rounded-control border border-line bg-sunken">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className="min-w-0 flex-1 overflow-x-auto p-3"
      >
        <pre className="font-mono text-sm">{text}</pre>
      </section>
      <div className="p-2">
        <CopyButton text={text} label={`Copy ${label}`} secret={secret} />
      </div>
    </div>
  );
}
