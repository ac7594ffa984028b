/** The part of a logger, such as pino, that engines use. They never log code, environment or output. */
export interface EngineLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
