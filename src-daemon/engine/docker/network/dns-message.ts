/** The length of the header of a DNS message (RFC 1035, section 4.1.1). */
export const headerBytes = 12;

const answerBit = 0x80;
const recursionDesired = 0x01;
const recursionAvailable = 0x80;
const opcodeBits = 0x78;
const codes = { serverFailure: 2, noSuchName: 3, notImplemented: 4, refused: 5 };
const longestNameBytes = 255;

/** Returns true if a message answers a query: it is an answer and has the query's id. */
export function isAnswerTo(query: Buffer, message: Buffer): boolean {
  return (
    message.length >= headerBytes &&
    message.readUInt16BE(0) === query.readUInt16BE(0) &&
    (message.readUInt8(2) & answerBit) !== 0
  );
}

/** Returns true if an answer says only that this server cannot answer, so that another server may. */
export function isFailure(answer: Buffer): boolean {
  const code = answer.readUInt8(3) & 0x0f;
  return code === codes.serverFailure || code === codes.notImplemented || code === codes.refused;
}

/** Returns the answer SERVFAIL to a query, with the query's question if it has one. */
export function serverFailure(query: Buffer): Buffer {
  return failure(query, codes.serverFailure);
}

/** Returns the answer NXDOMAIN to a query: the name does not exist, so that a resolver does not ask again. */
export function noSuchName(query: Buffer): Buffer {
  return failure(query, codes.noSuchName);
}

/** Returns the name in the first question of a query, in lower case and ASCII; '' if there is none. */
export function nameIn(query: Buffer): string {
  const question = questionOf(query);
  const labels: string[] = [];
  for (let at = 0; at < question.length - 4; ) {
    const length = question.readUInt8(at);
    if (length === 0) break;
    labels.push(question.toString('latin1', at + 1, at + 1 + length).replaceAll(/[^!-~]/g, '?'));
    at += length + 1;
  }
  return labels.join('.').toLowerCase();
}

function failure(query: Buffer, code: number): Buffer {
  const question = questionOf(query);
  const header = Buffer.alloc(headerBytes);
  header.writeUInt16BE(query.readUInt16BE(0), 0);
  header.writeUInt8(answerBit | (query.readUInt8(2) & (opcodeBits | recursionDesired)), 2);
  header.writeUInt8(recursionAvailable | code, 3);
  header.writeUInt16BE(question.length === 0 ? 0 : 1, 4);
  return Buffer.concat([header, question]);
}

/** Returns an answer with the id of a query. */
export function withIdOf(query: Buffer, answer: Buffer): Buffer {
  const own = Buffer.from(answer);
  own.writeUInt16BE(query.readUInt16BE(0), 0);
  return own;
}

/** Returns the first question of a query; empty if the query has no complete question. */
function questionOf(query: Buffer): Buffer {
  let at = headerBytes;
  while (at < query.length && at <= headerBytes + longestNameBytes) {
    const length = query.readUInt8(at);
    if (length > 63) break;
    at += length + 1;
    if (length > 0) continue;
    const end = at + 4;
    return end <= query.length ? query.subarray(headerBytes, end) : Buffer.alloc(0);
  }
  return Buffer.alloc(0);
}
