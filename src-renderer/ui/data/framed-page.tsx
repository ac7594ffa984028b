import { contentNonce } from '../page/content-nonce.ts';
import { framedSource } from './framed-source.ts';

/** Shows a page in a frame without permissions: no script, no form, no request, no origin. */
export function FramedPage({ html }: { html: string }) {
  return (
    <iframe
      title="The page, without scripts"
      sandbox=""
      srcDoc={framedSource(html, contentNonce())}
      referrerPolicy="no-referrer"
      className="min-h-24 w-full flex-1 bg-white"
    />
  );
}
