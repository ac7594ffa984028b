import type { IncomingMessage } from 'node:http';
import { decodeBase64 } from '../../src-shared/formats/base64.ts';
import { isPassword, passwordRequirement } from '../../src-shared/zk/password-bytes.ts';
import { decodeUtf8 } from '../../src-shared/zk/utf8.ts';
import { AppError } from '../errors/app-error.ts';

/** Reads the master password from a header, in base64, because a header cannot contain arbitrary characters. */
export function readMasterPassword({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const text = headers['x-strongroom-master-password'];
  if (text === undefined) return undefined;
  const password = decodePassword(String(text));
  if (password !== undefined && isPassword(password)) return password;
  throw new AppError(
    'invalid_request',
    `x-strongroom-master-password must be in base64 with padding, and ${passwordRequirement}.`,
  );
}

function decodePassword(text: string): string | undefined {
  const bytes = decodeBase64(text);
  try {
    return bytes && decodeUtf8(bytes);
  } catch {
    return undefined;
  } finally {
    bytes?.fill(0);
  }
}
