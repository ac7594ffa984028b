import { revokeLater } from './revoke-later.ts';

/** Downloads bytes as a file. The type is octet-stream, so that the browser never opens them at this origin. */
export function saveBytes(content: Blob | Uint8Array<ArrayBuffer>, name: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  revokeLater(url);
}
