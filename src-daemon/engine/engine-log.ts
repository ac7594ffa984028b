/** What the engine needs of a logger; pino is one. Neither code nor environment nor output is ever given to it. */
export interface EngineLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
