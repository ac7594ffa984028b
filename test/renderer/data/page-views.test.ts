import { describe, expect, it } from 'vitest';
import { framedSource } from '../../../src-renderer/ui/data/framed-source.ts';
import { zoomIn, zoomOut } from '../../../src-renderer/ui/data/zoom.ts';

describe('the source of a framed page', () => {
  it('begins with a policy that allows only styles with the nonce', () => {
    const source = framedSource('<STYLE media="all">a{}</STYLE><styles><script>x</script>', 'abc');
    expect(source).toBe(
      `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-abc'">` +
        '<style nonce="abc" media="all">a{}</STYLE><styles><script>x</script>',
    );
  });
});

describe('the zoom of an image', () => {
  it('moves in steps between 10 % and 800 %, from the fitted size to 100 % or 50 %', () => {
    expect([zoomIn(undefined), zoomIn(1), zoomIn(8)]).toEqual([1, 1.5, 8]);
    expect([zoomOut(undefined), zoomOut(1), zoomOut(0.1)]).toEqual([0.5, 0.75, 0.1]);
  });
});
