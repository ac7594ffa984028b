import { Button } from '../../controls/button.tsx';
import { LongText } from '../../text/long-text.tsx';

interface TreeBarProps {
  path: string;
  onExpand(): void;
  onCollapse(): void;
  onCopyPath(): void;
  onCopyValue(): void;
}

/** The path of the active item, and what can be done with the tree. */
export function TreeBar({ path, onExpand, onCollapse, onCopyPath, onCopyValue }: TreeBarProps) {
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1 border-b border-line px-2 py-1">
      <LongText text={path} className="min-w-24 flex-1 px-1 font-mono text-xs" />
      <Button kind="quiet" onClick={onCopyPath}>
        Copy path
      </Button>
      <Button kind="quiet" onClick={onCopyValue}>
        Copy value
      </Button>
      <Button kind="quiet" onClick={onExpand}>
        Expand all
      </Button>
      <Button kind="quiet" onClick={onCollapse}>
        Collapse all
      </Button>
    </div>
  );
}
