import { FileUp } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import { Button } from './button.tsx';

interface FileDropProps {
  /** The text of the button: "Add files". */
  label: string;
  /** The accessible name of the file chooser. */
  purpose: string;
  onFiles(files: File[]): void;
  /** Takes what was dropped instead of `onFiles`, such as a folder; returns false if it does not. */
  takeDrop?: (dropped: DataTransfer) => boolean;
  multiple?: boolean;
  disabled?: boolean;
  busy?: boolean;
  /** Content above the button, such as the selected files. */
  children?: ReactNode;
  /** A further button next to the first one. */
  further?: ReactNode;
  /** Text below the buttons instead of "or drop them here". */
  hint?: string;
}

/** Accepts files that are dropped on it or selected with its button. */
export function FileDrop(props: FileDropProps) {
  const { label, purpose, onFiles, multiple = true, disabled = false, busy = false, children, further } = props;
  const chooser = useRef<HTMLInputElement>(null);
  const { isOver, handlers } = useFileDrop(disabled ? undefined : onFiles, props.takeDrop);
  return (
    <div
      {...handlers}
      className={classes(
        'flex flex-col gap-2 rounded-control border border-dashed p-2 short:py-1',
        isOver ? 'border-accent bg-accent-soft' : 'border-control-line',
      )}
    >
      {children}
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={disabled}
          busy={busy}
          onClick={() => chooser.current?.click()}
          icon={<FileUp size={14} aria-hidden="true" />}
          className="flex-1"
        >
          {label}
        </Button>
        {further}
      </div>
      <p className="text-center text-xs text-muted short:hidden">
        {props.hint ?? `or drop ${multiple ? 'them' : 'it'} here`}
      </p>
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

/** Returns the handlers of a drop target; it accepts no files without `onFiles`. */
export function useFileDrop(onFiles: ((files: File[]) => void) | undefined, takeDrop?: FileDropProps['takeDrop']) {
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
      if (onFiles !== undefined && takeDrop?.(event.dataTransfer)) return;
      const files = Array.from(event.dataTransfer.files);
      if (files.length > 0) onFiles?.(files);
    },
  };
  return { isOver, handlers };
}
