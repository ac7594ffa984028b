/**
 * Media types of a `file` reply: common types by name, the others by range (RFC 9110, section 12.5.1). The daemon detects
 * the type from the content; an unknown type is `application/octet-stream`.
 */
export const fileMediaTypes = [
  'application/octet-stream',
  'application/gzip',
  'application/json',
  'application/pdf',
  'application/zip',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/svg+xml',
  'image/webp',
  'text/csv',
  'text/html',
  'text/plain',
  'application/*',
  'audio/*',
  'font/*',
  'image/*',
  'model/*',
  'text/*',
  'video/*',
] as const;
