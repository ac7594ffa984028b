/** The stream does not follow the protocol, so nothing that came through it may be trusted. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}
