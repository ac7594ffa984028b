/** The nonce that this page's policy lets styles carry that are added at run time. */
export function contentNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
