import { FileUp } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import { Button } from './button.tsx';

interface FileDropProps {
  /** What the button says: "Add files". */
  label: string;
  /** What the files are for, for those who cannot see where the chooser is. */
  purpose: string;
  onFiles(files: File[]): void;
  multiple?: boolean;
  disabled?: boolean;
  busy?: boolean;
  /** Stands above the button: what was chosen so far. */
  children?: ReactNode;
}

/** Takes files that are dropped on it, or chosen with its button. */
export function FileDrop(props: FileDropProps) {
  const { label, purpose, onFiles, multiple = true, disabled = false, busy = false, children } = props;
  const chooser = useRef<HTMLInputElement>(null);
  const { isOver, handlers } = useFileDrop(disabled ? undefined : onFiles);
  return (
    <div
      {...handlers}
      className={classes(
        'flex flex-col gap-2 rounded-control border border-dashed p-2',
        isOver ? 'border-accent bg-accent-soft' : 'border-control-line',
      )}
    >
      {children}
      <Button
        disabled={disabled}
        busy={busy}
        onClick={() => chooser.current?.click()}
        icon={<FileUp size={14} aria-hidden="true" />}
      >
        {label}
      </Button>
      <p className="text-center text-xs text-muted">or drop {multiple ? 'them' : 'it'} here</p>
      <input
        ref={chooser}
        type="file"
        multiple={multiple}
        hidden
        aria-label={purpose}
        onChange={(event) => {
          onFiles(Array.from(event.target.files ?? []));
          event.target.value = '';
        }}
      />
    </div>
  );
}

/** What a place needs on which files can be dropped; it takes none without `onFiles`. */
export function useFileDrop(onFiles: ((files: File[]) => void) | undefined) {
  const [isOver, setIsOver] = useState(false);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(onFiles !== undefined);
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      const files = Array.from(event.dataTransfer.files);
      if (files.length > 0) onFiles?.(files);
    },
  };
  return { isOver, handlers };
}
