import { FolderUp } from 'lucide-react';
import { useRef } from 'react';
import { folderOfFiles, type SourceFolder } from '../files/source-folder.ts';
import { Button, IconButton } from './button.tsx';

interface FolderButtonProps {
  /** The text of the button: "Import a folder". */
  label: string;
  /** The accessible name of the folder chooser. */
  purpose: string;
  /** Shows only the icon; the text is its tooltip. */
  isIcon?: boolean;
  disabled?: boolean;
  busy?: boolean;
  onFolder(folder: SourceFolder): void;
}

/** The button that chooses a folder of this machine. */
export function FolderButton({ label, purpose, isIcon = false, onFolder, ...state }: FolderButtonProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const onClick = () => chooser.current?.click();
  return (
    <>
      {isIcon ? (
        <IconButton
          {...state}
          label={label}
          kind="plain"
          onClick={onClick}
          icon={<FolderUp size={16} aria-hidden="true" />}
        />
      ) : (
        <Button {...state} onClick={onClick} icon={<FolderUp size={14} aria-hidden="true" />} className="flex-1">
          {label}
        </Button>
      )}
      <input
        ref={(input) => {
          chooser.current = input;
          if (input !== null) input.webkitdirectory = true;
        }}
        type="file"
        hidden
        aria-label={purpose}
        onChange={({ target }) => {
          const folder = folderOfFiles(Array.from(target.files ?? []));
          if (folder !== undefined) onFolder(folder);
          target.value = '';
        }}
      />
    </>
  );
}
