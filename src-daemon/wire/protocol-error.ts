/** The stream violates the protocol, so nothing that was received through it is trusted. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}
