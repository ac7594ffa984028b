import { ArrowDownToLine, Clock, Copy, Download, Eraser, Search, WrapText } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { classes } from '../classes.ts';
import { IconButton } from '../controls/button.tsx';
import { copyText } from '../controls/copy-text.ts';
import { saveBytes } from '../files/save-bytes.ts';
import { showToast } from '../overlays/toasts.ts';
import { shownText } from './shown-text.ts';
import type { OutputControls } from './use-output-controls.ts';

interface OutputToolbarProps {
  controls: OutputControls;
  /** Name of the saved file. */
  fileName: string;
  /** True for an output that arrives: it has times, and can be cleared. */
  isArriving?: boolean;
}

/** The actions on an output as it is shown. */
export function OutputToolbar({ controls, fileName, isArriving = false }: OutputToolbarProps) {
  const { log, wraps, showsTimes, follows } = controls;
  useSyncExternalStore(log.watch, log.version);
  const isEmpty = log.rows().length === 0;
  return (
    <div role="toolbar" aria-label="Output tools" className="flex shrink-0 items-center">
      <Tool label="Search the output" icon={<Search size={15} />} onClick={controls.openSearch} />
      <Switch label="Wrap lines" isOn={wraps} icon={<WrapText size={15} />} onSwitch={controls.setWraps} />
      {isArriving && (
        <Switch
          label="Show the time of each line"
          isOn={showsTimes}
          icon={<Clock size={15} />}
          onSwitch={controls.setShowsTimes}
        />
      )}
      <Switch
        label="Follow the output"
        isOn={follows}
        icon={<ArrowDownToLine size={15} />}
        onSwitch={controls.setFollows}
      />
      <Tool label="Copy output" disabled={isEmpty} icon={<Copy size={15} />} onClick={() => void copyAll(controls)} />
      <Tool
        label="Save output as a text file"
        disabled={isEmpty}
        icon={<Download size={15} />}
        onClick={() => saveBytes(new Blob([shownText(log)]), fileName)}
      />
      {isArriving && (
        <Tool
          label="Clear the shown output"
          disabled={isEmpty}
          icon={<Eraser size={15} />}
          onClick={() => {
            log.clear();
            controls.setFollows(true);
          }}
        />
      )}
    </div>
  );
}

interface ToolProps {
  label: string;
  icon: ReactNode;
  disabled?: boolean;
  onClick(): void;
}

function Tool(props: ToolProps) {
  return <IconButton {...props} className="h-7! w-7!" />;
}

interface SwitchProps {
  label: string;
  icon: ReactNode;
  isOn: boolean;
  onSwitch(isOn: boolean): void;
}

/** A button that stays pressed. Its frame shows the state without colour. */
function Switch({ label, icon, isOn, onSwitch }: SwitchProps) {
  return (
    <IconButton
      label={label}
      icon={icon}
      aria-pressed={isOn}
      onClick={() => onSwitch(!isOn)}
      className={classes('h-7! w-7!', isOn && 'border-control-line! bg-accent-soft! text-accent!')}
    />
  );
}

async function copyAll({ log }: OutputControls): Promise<void> {
  if (await copyText(shownText(log), { secret: true })) showToast('The output is copied.');
  else showToast('The browser did not allow access to the clipboard. Select the text and copy it yourself.', 'danger');
}
