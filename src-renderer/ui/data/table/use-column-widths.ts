import { useState } from 'react';
import type { TableColumn } from './model/table-task.ts';

const characterPixels = 7.8;
/** Padding, and the header's type and sort mark. */
const extraPixels = 28;
const narrowest = 56;
const widestAtFirst = 360;
const widest = 1200;
const step = 24;

/** Widths of the columns in pixels, at first by their content. */
export function useColumnWidths(columns: readonly TableColumn[]) {
  const [widths, setWidths] = useState(() => columns.map(firstWidth));
  const resize = (column: number, width: number) =>
    setWidths((current) => current.with(column, Math.round(Math.max(narrowest, Math.min(widest, width)))));
  return {
    widths,
    resize,
    /** Makes a column wider (1) or narrower (-1). */
    nudge: (column: number, direction: 1 | -1) => resize(column, (widths[column] ?? narrowest) + direction * step),
  };
}

function firstWidth({ name, type, characters }: TableColumn): number {
  const header = (name.length + type.length + 3) * characterPixels;
  const content = Math.max(characters * characterPixels, Math.min(header, widestAtFirst / 2)) + extraPixels;
  return Math.round(Math.max(narrowest + 24, Math.min(widestAtFirst, content)));
}
