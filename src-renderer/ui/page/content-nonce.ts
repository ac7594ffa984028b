/** Returns the nonce that the page's policy requires for styles added at run time. */
export function contentNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
