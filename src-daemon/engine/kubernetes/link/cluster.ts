import { AppError } from '../../../errors/app-error.ts';

/** A cluster, and how the daemon authenticates to its API server. */
export interface Cluster {
  /** Address of the API server, with the path that it may have before `/api`. Always https. */
  server: URL;
  /** The namespace of all pods of this daemon. */
  namespace: string;
  tls: ClusterTls;
  authorization: Authorization;
}

/** The TLS options of every connection to the API server, in PEM. */
export interface ClusterTls {
  /** The authorities that the server's certificate must come from; absent: those of Node. */
  ca?: Buffer;
  /** The client certificate, if the user has one, and its key. */
  cert?: Buffer;
  key?: Buffer;
  /** The name that the server's certificate must have, if it is not the host of the address. */
  servername?: string;
}

export interface Authorization {
  /**
   * Returns the value of the header `authorization`, or undefined if a certificate alone identifies the user.
   * @throws ClusterConfigError if the token cannot be obtained
   */
  current(): Promise<string | undefined>;
  /** The server refused the token: the next call of `current` reads the file, or starts the plugin, again. */
  forget(): void;
}

/** The settings of a cluster cannot be used. The message names the flag or the file, and never has a secret. */
export class ClusterConfigError extends AppError {
  constructor(message: string) {
    super('engine_unavailable', message);
    this.name = 'ClusterConfigError';
  }
}
