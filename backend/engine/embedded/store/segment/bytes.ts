const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** UTF-8 bytes of a text. Lone surrogates become U+FFFD. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/**
 * Writes the UTF-8 bytes of a text to the front of `into`, which must have room for three bytes a UTF-16 unit. Returns
 * how many there are.
 */
export function utf8Into(text: string, into: Uint8Array): number {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // What is not ASCII is left to the encoder, which is slower for short texts.
    if (code > 127) return encoder.encodeInto(text, into).written;
    into[at] = code;
  }
  return text.length;
}

/** The text of UTF-8 bytes. */
export function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Compares byte strings as unsigned bytes; a prefix comes first. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  return Buffer.compare(a, b);
}

/** Up to so many bytes are copied one by one: a view costs more. */
const SHORT = 32;

/** A byte array that grows. Numbers are unsigned and below 2^32. */
export class ByteWriter {
  private bytes: Uint8Array;
  length = 0;

  constructor(capacity = 64) {
    this.bytes = new Uint8Array(capacity);
  }

  private reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  /** Seven bits a byte, low ones first, the high bit says that more follow. */
  varint(value: number): void {
    this.reserve(5);
    let rest = value;
    while (rest > 127) {
      this.bytes[this.length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Bytes `from` to `to` of others; short ranges without a view of their own. */
  range(bytes: Uint8Array, from: number, to: number): void {
    if (to - from > SHORT) return this.raw(bytes.subarray(from, to));
    this.reserve(to - from);
    for (let at = from; at < to; at++) this.bytes[this.length++] = bytes[at]!;
  }

  uint32(value: number): void {
    this.reserve(4);
    for (let shift = 0; shift < 32; shift += 8) this.bytes[this.length++] = (value >>> shift) & 255;
  }

  /** The written bytes, copied to their exact size. */
  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }
}

/** Reads what a ByteWriter wrote. */
export class ByteReader {
  constructor(
    readonly bytes: Uint8Array,
    public at = 0,
  ) {}

  varint(): number {
    const { bytes } = this;
    let byte = bytes[this.at++] ?? 0;
    if (byte < 128) return byte;
    let value = byte & 127;
    for (let shift = 7; ; shift += 7) {
      byte = bytes[this.at++] ?? 0;
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  }
}

/** Reads an unsigned 32-bit number, low byte first, at any offset. */
export function uint32At(bytes: Uint8Array, at: number): number {
  return (
    ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)) >>> 0
  );
}

/** The bytes behind a typed array. */
export function bytesOf(array: ArrayBufferView): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/** The same bytes where a typed array of `width` bytes an element may start: copied when they lie askew. */
export function aligned(bytes: Uint8Array, width: number): Uint8Array {
  return bytes.byteOffset % width === 0 ? bytes : bytes.slice();
}
