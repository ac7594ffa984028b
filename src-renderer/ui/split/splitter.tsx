import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { classes } from '../classes.ts';

interface SplitterProps {
  /** Accessible name: "Height of the code". */
  label: string;
  /** Orientation of the line; a vertical one moves left and right. */
  orientation: 'horizontal' | 'vertical';
  /** The id of the element that it resizes. */
  controls: string;
  value: number;
  min: number;
  max: number;
  /** Change for one press of an arrow key. */
  step: number;
  /** 1 where a move to the right or down makes the value larger, otherwise -1. */
  direction: 1 | -1;
  /** Returns the change per pixel; called when a drag starts. */
  perPixel(): number;
  /** Called with the new value; undefined resets it. */
  onValue(value: number | undefined): void;
  className?: string;
}

/**
 * The line between two parts. It is moved by dragging, with the arrow keys, and to its limits with Home and End. A
 * double click or Enter resets it.
 */
export function Splitter(props: SplitterProps) {
  const { label, orientation, controls, value, min, max, onValue } = props;
  const isVertical = orientation === 'vertical';
  const set = (next: number) => onValue(Math.min(max, Math.max(min, next)));
  const drag = useDrag(props, set);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = valueByKey(props, event.key);
    if (next === undefined) return;
    event.preventDefault();
    if (next === 'default') onValue(undefined);
    else set(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> takes no keys
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-controls={controls}
      aria-valuenow={Math.round(Math.min(max, Math.max(min, value)))}
      aria-valuemin={Math.round(min)}
      aria-valuemax={Math.round(max)}
      title={`${label}: drag, or use the arrow keys. Double-click to reset.`}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onValue(undefined)}
      {...drag}
      className={classes(
        'relative z-10 shrink-0 touch-none bg-line transition-colors select-none hover:bg-accent',
        'focus-visible:bg-accent focus-visible:outline-offset-0',
        isVertical ? 'w-1 cursor-col-resize' : 'h-1 cursor-row-resize',
        props.className,
      )}
    />
  );
}

/** Handles a drag of the line. */
function useDrag({ orientation, value, direction, perPixel }: SplitterProps, set: (value: number) => void) {
  const start = useRef({ at: 0, value: 0, perPixel: 0 });
  const positionOf = (event: PointerEvent) => (orientation === 'vertical' ? event.clientX : event.clientY);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = { at: positionOf(event), value, perPixel: perPixel() };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
      const moved = positionOf(event) - start.current.at;
      if (moved !== 0) set(start.current.value + direction * moved * start.current.perPixel);
    },
  };
}

function valueByKey(props: SplitterProps, key: string): number | 'default' | undefined {
  const { orientation, value, min, max, step, direction } = props;
  const [back, forward] = orientation === 'vertical' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  if (key === back) return value - direction * step;
  if (key === forward) return value + direction * step;
  if (key === 'Home') return min;
  if (key === 'End') return max;
  return key === 'Enter' ? 'default' : undefined;
}
