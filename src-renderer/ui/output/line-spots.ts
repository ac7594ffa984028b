import { linksIn } from './line-links.ts';
import { type ProgramPlace, placesIn } from './program-places.ts';
import { plainLine } from './terminal-text.ts';

/** A part of a line that can be pressed: a place of the program, or an address. */
export type LineSpot =
  | { kind: 'place'; place: ProgramPlace; start: number; end: number }
  | { kind: 'link'; url: string; start: number; end: number };

/** Returns the parts of a line that can be pressed, in order and without overlaps. */
export function spotsOf(raw: string, fileName: string | undefined): LineSpot[] {
  const links = linksIn(raw).map(({ url, start, end }): LineSpot => ({ kind: 'link', url, start, end }));
  const places = fileName === undefined ? [] : placesIn(plainLine(raw), fileName);
  const found = places.map((place): LineSpot => ({ kind: 'place', place, start: place.start, end: place.end }));
  const isFree = (spot: LineSpot) => !links.some(({ start, end }) => spot.start < end && start < spot.end);
  return [...links, ...found.filter(isFree)].sort((one, other) => one.start - other.start);
}
