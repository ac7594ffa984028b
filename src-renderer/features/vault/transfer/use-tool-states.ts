import { useEffect, useState } from 'react';
import { type Transfer, useTransfer } from './transfer-store.ts';

/** The transfers that each button of the vault can start. */
const kindsOf = {
  files: ['import', 'restore'],
  folder: ['import'],
  export: ['export'],
  zip: ['export'],
  password: ['reseal'],
} as const satisfies Record<string, readonly Transfer['kind'][]>;

type Tool = keyof typeof kindsOf;

/** Returns how buttons look while a transfer is running: the one that was pressed for it is busy, the others are disabled. */
export function useToolStates() {
  const kind = useTransfer(({ transfer }) => (transfer?.phase === 'running' ? transfer.kind : undefined));
  const [pressed, press] = useState<Tool>();
  useEffect(() => {
    if (kind === undefined) press(undefined);
  }, [kind]);
  const stateOf = (tool: Tool, isUsable = true) => {
    const busy = tool === pressed && kindsOf[tool].some((own) => own === kind);
    return { busy, disabled: !isUsable || (kind !== undefined && !busy) };
  };
  return { press, stateOf };
}
