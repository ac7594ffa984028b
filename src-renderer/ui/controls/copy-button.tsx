import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { showToast } from '../overlays/toasts.ts';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';

interface CopyButtonProps {
  /** The text to copy; a function if it is expensive to build. */
  text: string | (() => string);
  /** The accessible name: "Copy curl command". */
  label: string;
  secret?: boolean;
}

export function CopyButton({ text, label, secret = false }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(setCopied, 2000, false);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    if (await copyText(typeof text === 'string' ? text : text(), { secret })) setCopied(true);
    else
      showToast('The browser did not allow access to the clipboard. Select the text and copy it yourself.', 'danger');
  };
  return (
    <Button
      onClick={copy}
      aria-label={label}
      icon={copied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
    >
      <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
    </Button>
  );
}
