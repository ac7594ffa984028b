import { Panel, Screen } from '../../ui/layout/panel.tsx';
import { ApiKeysPanel } from './keys/api-keys-panel.tsx';
import { ConnectBlocks } from './keys/connect-blocks.tsx';

/** The Access screen: API keys for programs, the command line and agents. */
export function AccessScreen() {
  return (
    <Screen title="Access" lead="API keys for programs and agents, and the settings to paste into them.">
      <ApiKeysPanel />
      <Panel
        title="Connect"
        description="The blocks contain the address of this daemon, and the API key that you created last while it can still be shown."
      >
        <ConnectBlocks />
      </Panel>
    </Screen>
  );
}
