import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { CodeBlock } from '../../../ui/text/code-block.tsx';
import { useNewKeys } from './new-keys.ts';

/** Shows the key that was just created. */
export function NewKeyNote() {
  const { newest, drop } = useNewKeys();
  if (newest === undefined) return null;
  return (
    <div role="status" className="flex flex-col gap-2 border-b border-line bg-accent-soft/50 px-4 py-3">
      <p className="text-sm">
        <strong className="font-semibold">{visibleLine(newest.name)}</strong>: copy the key now. It cannot be shown
        again after this window locks or reloads.
      </p>
      <CodeBlock label="API key" text={newest.apiKey} secret />
      <div>
        <Button onClick={drop}>I copied it; hide the key</Button>
      </div>
    </div>
  );
}
