import type { Arrangement } from './arrange-rows.ts';
import type { ColumnType } from './column-types.ts';

export type TableFormat = 'csv' | 'tsv' | 'json' | 'jsonl';

export interface TableColumn {
  name: string;
  type: ColumnType;
  /** Characters of the longest cell of a sample. */
  characters: number;
}

export interface TableFacts {
  columns: TableColumn[];
  rowCount: number;
  /** Texts about what is not shown, and about faults in the file. */
  notes: string[];
}

/** Cells of the arranged table; the ends are excluded. */
export interface CellRange {
  firstRow: number;
  endRow: number;
  firstColumn: number;
  endColumn: number;
}

/** Size of the parts in which cells are loaded. */
export const cellBlock = { rows: 64, columns: 16 } as const;

export interface CellBlock {
  /** Numbers of the rows in the file, from 1. */
  numbers: number[];
  rows: string[][];
}

/** A task of the worker; the answers have the same order. */
export type TableTask =
  | { kind: 'open'; bytes: Uint8Array<ArrayBuffer>; format: TableFormat }
  | { kind: 'arrange'; arrangement: Arrangement }
  | { kind: 'block'; range: CellRange }
  | { kind: 'copy'; range: CellRange }
  | { kind: 'cell'; row: number; column: number };

export type TableAnswer =
  /** `first` has the cells of the upper left corner, so that a table appears with its text. */
  | { kind: 'opened'; facts: TableFacts; first: CellBlock }
  /** The file has another shape, or the worker failed. */
  | { kind: 'no-table'; reason: string }
  | { kind: 'arranged'; count: number }
  | { kind: 'block'; block: CellBlock }
  /** Undefined if the selection is too large. */
  | { kind: 'text'; text: string | undefined };
