import type { Response } from 'express';
import type { FileReply } from '../handler.ts';

/**
 * Sends a program's file so that no browser runs it at this origin: as an attachment, unsniffed, in a sandbox
 * (RFC 6266 for the name, RFC 8187 for its encoding).
 */
export function sendFile(response: Response, { file }: FileReply): void {
  response.status(200).set({
    'Content-Type': file.mediaType,
    'Content-Disposition': `attachment; filename="${asciiName(file.name)}"; filename*=UTF-8''${encodedName(file.name)}`,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "sandbox; default-src 'none'",
  });
  response.end(file.content);
}

function asciiName(name: string): string {
  return name.replace(/[^A-Za-z0-9._ -]/g, '_');
}

function encodedName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
