import { revokeLater } from './revoke-later.ts';

/** Gives bytes to the browser to be saved: as octets, so that nothing opens them at this origin. */
export function saveBytes(content: Blob | Uint8Array<ArrayBuffer>, name: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  revokeLater(url);
}
