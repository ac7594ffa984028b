import { webAddress } from '../text/web-address.ts';
import { rowLimit } from './output-log.ts';
import { plainLine } from './terminal-text.ts';

/** An address that a line of output names or links to. */
export interface LineLink {
  /** Normalized, with http or https. */
  url: string;
  /** Offsets in the text of the line. */
  start: number;
  end: number;
}

const esc = '\u001b';
const plainUrl = /https?:\/\/[^\s"'<>`\\^{|}]+/g;
/** A hyperlink of a terminal (OSC 8): parameters, address, end of the sequence. An empty address ends the link. */
const terminalLink = new RegExp(`${esc}\\]8;[^;${esc}\u0007]*;([^${esc}\u0007]*)(?:\u0007|${esc}\\\\)`, 'g');
const trailing = new Set('.,;:!?)]*_~…');

/** Returns the addresses in a line of output, in order. Only http and https without a login are links. */
export function linksIn(raw: string): LineLink[] {
  if (!raw.includes('://')) return [];
  const text = plainLine(raw);
  const ofTerminal = raw.includes('\u001b]8;') ? terminalLinks(raw, text) : [];
  const plain = [...text.matchAll(plainUrl)].flatMap(({ 0: found, index }) => {
    const shown = withoutTrailing(found);
    // The rest of the address is in the next row.
    if (index + shown.length === text.length && raw.length >= rowLimit - 40) return [];
    return linkOf(shown, index, index + shown.length);
  });
  const isFree = (link: LineLink) => !ofTerminal.some(({ start, end }) => link.start < end && start < link.end);
  return [...ofTerminal, ...plain.filter(isFree)].sort((one, other) => one.start - other.start);
}

function terminalLinks(raw: string, text: string): LineLink[] {
  const line = raw.slice(raw.lastIndexOf('\r', raw.length - 2) + 1);
  const links: LineLink[] = [];
  let [from, at] = [0, 0];
  let url = '';
  let shown = '';
  for (const match of [...line.matchAll(terminalLink), undefined]) {
    const piece = plainLine(line.slice(from, match?.index));
    shown += piece;
    if (url !== '' && piece !== '') links.push(...linkOf(url, at, at + piece.length));
    at += piece.length;
    url = match?.[1] ?? '';
    from = match === undefined ? line.length : match.index + match[0].length;
  }
  // Pieces of a broken sequence can have another text together: their offsets would be wrong.
  return shown === text ? links : [];
}

function linkOf(address: string, start: number, end: number): LineLink[] {
  const url = webAddress(address);
  return url === undefined ? [] : [{ url, start, end }];
}

function withoutTrailing(address: string): string {
  let end = address.length;
  while (end > 0 && trailing.has(address[end - 1] ?? '')) end -= 1;
  return address.slice(0, end);
}
