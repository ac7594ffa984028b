/** The files with certificates that the relay writes in a sandbox. */
export const trustPaths = {
  /** The public certificates and the additional ones. */
  bundle: '/tmp/.strongroom-ca.pem',
  /** The additional ones. */
  extra: '/tmp/.strongroom-extra-ca.pem',
  keyStore: '/tmp/.strongroom-ca.jks',
} as const;
