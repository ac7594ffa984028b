import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { Tabs } from '../../../ui/controls/tabs.tsx';
import { CodeBlock } from '../../../ui/text/code-block.tsx';
import { type ConnectText, connectTexts } from './connect-texts.ts';
import { type KeyPreset, NewKeyDialog } from './new-key-dialog.tsx';
import { useNewKeys } from './new-keys.ts';

/** Blocks to copy for each client. They contain a placeholder until there is a key to show. */
export function ConnectBlocks() {
  const apiKey = useNewKeys((state) => state.newest?.apiKey);
  const [chosen, setChosen] = useState('curl');
  const [creating, setCreating] = useState<KeyPreset>();
  const texts = connectTexts(`http://127.0.0.1:${location.port}`, apiKey);
  return (
    <>
      <Tabs
        label="Ways to connect"
        value={chosen}
        onValue={setChosen}
        tabs={texts.map((text) => ({
          value: text.id,
          label: text.name,
          content: (
            <div className="flex flex-col gap-2 p-4">
              <p className="text-sm text-muted">{text.how}</p>
              <CodeBlock label={`block for ${text.name}`} text={text.text} secret={apiKey !== undefined} />
              {apiKey === undefined && <KeyAdvice text={text} onCreate={setCreating} />}
            </div>
          ),
        }))}
      />
      {creating && <NewKeyDialog preset={creating} open onOpenChange={() => setCreating(undefined)} />}
    </>
  );
}

function KeyAdvice({ text, onCreate }: { text: ConnectText; onCreate(preset: KeyPreset): void }) {
  const { key } = text;
  if (key === undefined) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="text-sm text-muted">
        <code className="font-mono">{key.placeholder}</code> is a placeholder for an API key.
      </p>
      <Button icon={<Plus size={14} aria-hidden="true" />} onClick={() => onCreate(key.preset)}>
        Create a key for {text.name}
      </Button>
    </div>
  );
}
