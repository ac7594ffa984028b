declare module 'pino-roll' {
  import type { EventEmitter } from 'node:events';
  import type { DestinationStream } from 'pino';

  interface RollOptions {
    file: string;
    extension?: string;
    /** A number with its unit: `5m`. */
    size?: string;
    limit?: { count: number; removeOtherLogFiles?: boolean };
    mode?: number;
  }

  interface RollingFile extends EventEmitter, DestinationStream {
    end(): void;
  }

  function build(options: RollOptions): Promise<RollingFile>;

  export = build;
}
