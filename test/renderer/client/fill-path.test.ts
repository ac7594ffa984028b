import { describe, expect, it } from 'vitest';
import { fillPath } from '../../../src-renderer/client/fill-path.ts';

describe('the address of an operation', () => {
  it('has its parameters encoded', () => {
    expect(fillPath('/api/v1/secrets/:name', { name: 'a/b c' })).toBe('/api/v1/secrets/a%2Fb%20c');
  });

  it('keeps the folders of a path parameter', () => {
    expect(fillPath('/runs/:id/files/*path', { id: 'r1', path: ['dir', 'a b.txt'] })).toBe(
      '/runs/r1/files/dir/a%20b.txt',
    );
  });

  it('leaves out a query that is not given', () => {
    expect(fillPath('/audit', {}, { limit: 5, before: undefined })).toBe('/audit?limit=5');
    expect(fillPath('/audit', {}, { before: undefined })).toBe('/audit');
  });
});
