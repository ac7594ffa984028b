import { networkLimits } from '../../../../src-shared/contracts/network/network-limits.ts';

/** Limits of the HTTP part of a connection. Sizes are in bytes, times in milliseconds. */
export interface HttpLimits {
  headerBytes: number;
  /** Time from the first byte of a request to the end of its headers; at most `headersCheckMs` longer. */
  headersMs: number;
  headersCheckMs: number;
  /** Maximum time between two parts of a request's body. */
  bodyMs: number;
  /** Bodies with at most this declared length are read and searched as a whole, before anything is sent. */
  replacedBodyBytes: number;
  /** Size of a decoded body, as a multiple of the encoded one. */
  decodedRatio: number;
  /** A decoded body of at most this size can have any ratio, because short texts compress well. */
  freeDecodedBytes: number;
  /** Requests that a program can send before the first of them is answered. */
  pipelinedRequests: number;
}

export const httpLimits: HttpLimits = {
  headerBytes: networkLimits.headerBytes,
  headersMs: networkLimits.headersMs,
  headersCheckMs: 1000,
  bodyMs: networkLimits.headersMs,
  replacedBodyBytes: networkLimits.replacedBodyBytes,
  decodedRatio: networkLimits.decodedRatio,
  freeDecodedBytes: 1024 * 1024,
  pipelinedRequests: 16,
};
