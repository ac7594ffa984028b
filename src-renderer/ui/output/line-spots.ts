import { linksIn } from './line-links.ts';
import { locationsIn, type ProgramLocation } from './program-locations.ts';
import { plainLine } from './terminal-text.ts';

/** A part of a line that can be pressed: a location in the program, or an address. */
export type LineSpot =
  | { kind: 'program'; target: ProgramLocation; start: number; end: number }
  | { kind: 'link'; url: string; start: number; end: number };

/** Returns the parts of a line that can be pressed, in order and without overlaps. */
export function spotsOf(raw: string, fileName: string | undefined): LineSpot[] {
  const links = linksIn(raw).map(({ url, start, end }): LineSpot => ({ kind: 'link', url, start, end }));
  const locations = fileName === undefined ? [] : locationsIn(plainLine(raw), fileName);
  const found = locations.map(
    (target): LineSpot => ({ kind: 'program', target, start: target.start, end: target.end }),
  );
  const isFree = (spot: LineSpot) => !links.some(({ start, end }) => spot.start < end && start < spot.end);
  return [...links, ...found.filter(isFree)].sort((one, other) => one.start - other.start);
}
