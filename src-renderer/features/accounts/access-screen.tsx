import { Panel, Screen } from '../../ui/layout/panel.tsx';
import { ApiKeysPanel } from './keys/api-keys-panel.tsx';
import { ConnectBlocks } from './keys/connect-blocks.tsx';

/** Who else may use this daemon: programs, the command line, agents. */
export function AccessScreen() {
  return (
    <Screen title="Access" lead="Keys for programs and agents, and what to paste where.">
      <ApiKeysPanel />
      <Panel
        title="Connect"
        description="Filled in with this daemon's address, and with a key that you have just made while it can still be shown."
      >
        <ConnectBlocks />
      </Panel>
    </Screen>
  );
}
