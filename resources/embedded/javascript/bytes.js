// Guest code: text and bytes. Node's Buffer, as far as small programs use it, and the web's encoders.

const hexDigits = '0123456789abcdef';

class TextEncoder {
  get encoding() {
    return 'utf-8';
  }
  encode(text = '') {
    return new Uint8Array(host.encode(String(text)));
  }
}

class TextDecoder {
  get encoding() {
    return 'utf-8';
  }
  decode(bytes) {
    return bytes === undefined ? '' : host.decode(exactBuffer(bytes), 'utf8');
  }
}

function exactBuffer(bytes) {
  if (bytes instanceof ArrayBuffer) return bytes;
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}

class Buffer extends Uint8Array {
  static from(value, encodingOrOffset, length) {
    if (typeof value === 'string') return fromText(value, encodingOrOffset ?? 'utf8');
    if (value instanceof ArrayBuffer) return new Buffer(value, encodingOrOffset ?? 0, length);
    const bytes = new Buffer(value.length ?? 0);
    bytes.set(value);
    return bytes;
  }
  static alloc(size, fill = 0) {
    return new Buffer(size).fill(fill);
  }
  static allocUnsafe(size) {
    return new Buffer(size);
  }
  static concat(list, total = list.reduce((sum, { length }) => sum + length, 0)) {
    const all = new Buffer(total);
    let at = 0;
    for (const piece of list) {
      all.set(piece.subarray(0, total - at), at);
      at += piece.length;
    }
    return all;
  }
  static isBuffer(value) {
    return value instanceof Buffer;
  }
  static byteLength(text, encoding) {
    return typeof text === 'string' ? fromText(text, encoding ?? 'utf8').length : text.byteLength;
  }
  toString(encoding = 'utf8', start = 0, end = this.length) {
    const bytes = this.subarray(start, end);
    if (encoding === 'hex') return toHex(bytes);
    return host.decode(exactBuffer(bytes), encoding);
  }
  slice(start, end) {
    return this.subarray(start, end);
  }
  equals(other) {
    return this.length === other.length && this.every((byte, index) => byte === other[index]);
  }
  write(text, offset = 0) {
    const bytes = fromText(text, 'utf8').subarray(0, this.length - offset);
    this.set(bytes, offset);
    return bytes.length;
  }
  toJSON() {
    return { type: 'Buffer', data: Array.from(this) };
  }
  [Symbol.for('nodejs.util.inspect.custom')]() {
    const shown = toHex(this.subarray(0, 50)).replaceAll(/(..)/g, ' $1');
    return `<Buffer${shown}${this.length > 50 ? ` ... ${this.length - 50} more bytes` : ''}>`;
  }
}
defineNumbers(Buffer);

function fromText(text, encoding) {
  return new Buffer(host.encode(text, encoding));
}

function toHex(bytes) {
  let text = '';
  for (const byte of bytes) text += hexDigits[byte >> 4] + hexDigits[byte & 15];
  return text;
}

function defineNumbers({ prototype }) {
  const kinds = { UInt8: 1, Int8: 1, UInt16: 2, Int16: 2, UInt32: 4, Int32: 4, Float: 4, Double: 8 };
  const views = { UInt8: 'Uint8', UInt16: 'Uint16', UInt32: 'Uint32', Float: 'Float32', Double: 'Float64' };
  for (const [kind, size] of Object.entries(kinds)) {
    for (const order of size === 1 ? [''] : ['LE', 'BE']) {
      const view = views[kind] ?? kind;
      prototype[`read${kind}${order}`] = function read(offset = 0) {
        return viewOf(this)[`get${view}`](offset, order === 'LE');
      };
      prototype[`write${kind}${order}`] = function write(value, offset = 0) {
        viewOf(this)[`set${view}`](offset, value, order === 'LE');
        return offset + size;
      };
    }
  }
}

function viewOf({ buffer, byteOffset, byteLength }) {
  return new DataView(buffer, byteOffset, byteLength);
}

modules.buffer = { Buffer };
modules.bytes = { exactBuffer, toBytes: (data) => (typeof data === 'string' ? Buffer.from(data) : data) };
Object.assign(globalThis, {
  Buffer,
  TextEncoder,
  TextDecoder,
  btoa: (text) => Buffer.from(String(text), 'latin1').toString('base64'),
  atob: (text) => Buffer.from(String(text), 'base64').toString('latin1'),
});
