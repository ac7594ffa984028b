import { useState } from 'react';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { connectTexts } from './connect-texts.ts';
import { useNewKeys } from './new-keys.ts';

/** Blocks to copy for each way in. */
export function ConnectBlocks() {
  const apiKey = useNewKeys((state) => state.newest?.apiKey);
  const [chosen, setChosen] = useState('curl');
  const texts = connectTexts(`http://127.0.0.1:${location.port}`, apiKey);
  return (
    <Tabs
      label="Ways to connect"
      value={chosen}
      onValue={setChosen}
      tabs={texts.map(({ id, name, how, text }) => ({
        value: id,
        label: name,
        content: (
          <div className="flex flex-col gap-2 p-4">
            <p className="text-sm text-muted">{how}</p>
            <CodeBlock label={`block for ${name}`} text={text} secret={apiKey !== undefined} />
          </div>
        ),
      }))}
    />
  );
}
