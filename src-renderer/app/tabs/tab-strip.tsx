import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useUnfinishedRuns } from '../../features/executions/scratches/use-unfinished-runs.ts';
import { DirtyMark } from '../../features/vault/documents/dirty-mark.tsx';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { addTab } from './add-tab.ts';
import { useKeptScriptTabs } from './keep-script-tabs.ts';
import { closeTab, losesOnClose, showTab } from './tab-actions.ts';
import { useTabKeys } from './use-tab-keys.ts';
import { type CodeTab, type TabKey, useTabs } from './use-tabs.ts';

/** The tabs of the open documents: scratches, scripts of the vault and the code of a model. */
export function TabStrip() {
  const [, navigate] = useLocation();
  const tabs = useTabs();
  const [asked, setAsked] = useState<CodeTab>();
  const list = useRef<HTMLDivElement>(null);
  const shown = tabs.find(({ isShown }) => isShown);
  useKeptScriptTabs();
  useUnfinishedRuns();
  const close = (tab: CodeTab | undefined) => {
    if (tab === undefined || tab.isFixed) return;
    if (losesOnClose(tab.key)) setAsked(tab);
    else closeTab(tabs, tab.key, navigate);
  };
  const focus = (key: TabKey) => {
    showTab(key, navigate);
    // The tab that was shown has the focus until the next one is rendered as shown.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus());
  };
  useTabKeys({
    add: () => void addTab(navigate),
    close: () => close(shown),
    showNth: (n) => tabs[n] && showTab(tabs[n].key, navigate),
  });
  useShownInView(list, shown?.key);
  return (
    <div className="flex h-9 shrink-0 items-stretch border-b border-line bg-canvas short:h-7">
      <div
        ref={list}
        role="tablist"
        aria-label="Open documents"
        onWheel={({ currentTarget, deltaY }) => {
          currentTarget.scrollLeft += deltaY;
        }}
        className="flex min-w-0 items-stretch overflow-x-auto [scrollbar-width:thin]"
      >
        {tabs.map((tab, index) => (
          <Tab
            key={tab.key}
            tab={tab}
            isFirst={index === 0}
            hasShown={shown !== undefined}
            onShow={() => showTab(tab.key, navigate)}
            onClose={() => close(tab)}
            onMove={(step) => focus((tabs.at((index + step) % tabs.length) ?? tab).key)}
            onEnd={(end) => focus((tabs.at(end) ?? tab).key)}
          />
        ))}
      </div>
      <IconButton
        label="New scratch (Alt+N)"
        icon={<Plus size={16} aria-hidden="true" />}
        onClick={() => void addTab(navigate)}
        className="h-full! shrink-0"
      />
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(undefined)}
          title={`Close ${asked.title}?`}
          confirm="Close and delete"
          onConfirm={() => {
            setAsked(undefined);
            closeTab(tabs, asked.key, navigate);
          }}
        >
          {asked.isRunning && <p>Its run is in progress, and is cancelled.</p>}
          <p>
            Its code and options are deleted. To keep them, cancel and save the code to the vault first. What ran stays
            in the history.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Scrolls to the shown tab when another one is shown or the window gets narrower. */
function useShownInView(list: RefObject<HTMLDivElement | null>, key: TabKey | undefined): void {
  useEffect(() => {
    const element = list.current;
    if (key === undefined || element === null) return;
    // An observer is also called when it begins.
    const observer = new ResizeObserver(() =>
      element.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [list, key]);
}

interface TabProps {
  tab: CodeTab;
  isFirst: boolean;
  hasShown: boolean;
  onShow(): void;
  onClose(): void;
  /** Shows the next tab (1) or the one before (-1). */
  onMove(step: 1 | -1): void;
  /** Shows the first tab (0) or the last (-1). */
  onEnd(end: 0 | -1): void;
}

function Tab({ tab, isFirst, hasShown, onShow, onClose, onMove, onEnd }: TabProps) {
  const { title, isShown, isRunning, isUnsaved, isFixed } = tab;
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: () => onMove(1),
    ArrowLeft: () => onMove(-1),
    Home: () => onEnd(0),
    End: () => onEnd(-1),
    Delete: onClose,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.altKey || event.ctrlKey || event.metaKey ? undefined : keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const onAuxClick = (event: MouseEvent) => {
    if (event.button !== 1) return;
    event.preventDefault();
    onClose();
  };
  return (
    <button
      type="button"
      role="tab"
      aria-selected={isShown}
      tabIndex={isShown || (!hasShown && isFirst) ? 0 : -1}
      title={isFixed ? title : `${title}\nDelete or Alt+W closes the tab`}
      onClick={onShow}
      onAuxClick={onAuxClick}
      onKeyDown={onKeyDown}
      className={classes(
        'group flex max-w-52 min-w-20 shrink-0 items-center gap-1.5 border-r border-line px-3 text-sm',
        'focus-visible:max-w-none focus-visible:-outline-offset-2',
        isShown ? 'bg-surface font-medium text-ink' : 'text-muted hover:bg-sunken hover:text-ink',
      )}
    >
      {isRunning && (
        <>
          <Spinner size={10} />
          <span className="sr-only">running: </span>
        </>
      )}
      {/* Whole while the tab has the keyboard focus, as in lists. */}
      <span data-whole-on-focus="" className="min-w-0 truncate">
        {title}
      </span>
      {isUnsaved && <DirtyMark />}
      {!isFixed && <CloseMark onClose={onClose} />}
    </button>
  );
}

/** For the mouse only: a tab has no further control in it, and the keys are Delete and Alt+W. */
function CloseMark({ onClose }: { onClose(): void }) {
  const close = (event: MouseEvent) => {
    event.stopPropagation();
    onClose();
  };
  return (
    <span
      aria-hidden="true"
      onClick={close}
      className="-mr-1.5 ml-auto rounded-sm p-0.5 opacity-60 group-hover:opacity-100 hover:bg-line"
    >
      <X size={12} />
    </span>
  );
}
