import { lengthField, numberField, varintBytes, writeVarint } from '#kit';
import { textAttribute, type OwnAttribute, type RepeatedAttribute } from './span-attributes.ts';

/** SpanKind of OTLP. */
export const SPAN_KINDS = { internal: 1, server: 2, client: 3 } as const;

export interface SpanIds {
  /** In hexadecimal. */
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
}

/** First bytes of fields of a span: their number and how they are written. */
const [TRACE_ID, SPAN_ID, PARENT_SPAN_ID] = [0x0a, 0x12, 0x22] as const;
const [STARTED_AT, ENDED_AT, ATTRIBUTE] = [0x39, 0x41, 0x4a] as const;
const [VALUE, STRING, INT, DOUBLE] = [0x12, 0x0a, 0x18, 0x21] as const;
const [NAME, KIND, STATUS, STATUS_CODE] = [5, 6, 15, 3] as const;
const STATUS_CODE_ERROR = 2;
const FAILED = lengthField(STATUS, numberField(STATUS_CODE, STATUS_CODE_ERROR));

/** A span without values that are longer than usual. */
const USUAL_BYTES = 4096;
/** What one of the fields below takes besides its key and value: its own first bytes and lengths. */
const FIELD_BYTES = 32;
/** Up to here a length is one byte. */
const SHORT = 127;
const FIRST_NOT_ASCII = 0x80;
const TWO_TO_32 = 2 ** 32;

/** The name and the kind of a span, as its fields: of few values, so that each is encoded once. */
export function nameAndKind(name: string, kind: (typeof SPAN_KINDS)[keyof typeof SPAN_KINDS]): Buffer {
  return Buffer.concat([lengthField(NAME, name), numberField(KIND, kind)]);
}

/** Writes spans of OTLP in protobuf, one after the other and each into the same memory: what a span takes is a copy of its bytes, and no strings. */
export class SpanWriter {
  #bytes = Buffer.allocUnsafeSlow(USUAL_BYTES);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  /** Times in milliseconds since 1970, with fractions. */
  start({ traceId, spanId, parentSpanId }: SpanIds, startedAtMs: number, endedAtMs: number): this {
    this.#length = 0;
    this.#id(TRACE_ID, traceId);
    this.#id(SPAN_ID, spanId);
    if (parentSpanId !== undefined) this.#id(PARENT_SPAN_ID, parentSpanId);
    this.#time(STARTED_AT, startedAtMs);
    this.#time(ENDED_AT, endedAtMs);
    return this;
  }

  /** Fields that are encoded already. */
  fields(encoded: Uint8Array): this {
    this.#reserve(encoded.length);
    this.#bytes.set(encoded, this.#length);
    this.#length += encoded.length;
    return this;
  }

  repeated(attribute: RepeatedAttribute, value: string | undefined): this {
    return value === undefined ? this : this.fields(attribute.encode(value));
  }

  /** A value that no other span has, such as an id. */
  text({ name, keyField }: OwnAttribute, value: string): this {
    const bytes = keyField.length + value.length + 4;
    if (bytes > SHORT || !isAscii(value)) return this.fields(textAttribute(name, value));
    this.#startAttribute(keyField, bytes, value.length + 2);
    let at = this.#length;
    this.#bytes[at++] = STRING;
    this.#bytes[at++] = value.length;
    for (let i = 0; i < value.length; i++) this.#bytes[at++] = value.charCodeAt(i);
    this.#length = at;
    return this;
  }

  /** A whole number that is not negative. */
  int({ keyField }: OwnAttribute, value: number | undefined): this {
    if (value === undefined) return this;
    const bytes = 1 + varintBytes(value);
    this.#startAttribute(keyField, keyField.length + 2 + bytes, bytes);
    this.#bytes[this.#length++] = INT;
    this.#length = writeVarint(this.#bytes, value, this.#length);
    return this;
  }

  double({ keyField }: OwnAttribute, value: number): this {
    this.#startAttribute(keyField, keyField.length + 11, 9);
    this.#bytes[this.#length++] = DOUBLE;
    this.#view.setFloat64(this.#length, value, true);
    this.#length += 8;
    return this;
  }

  /** The span, in memory that the next one is written to. */
  end(failed: boolean): Uint8Array {
    if (failed) this.fields(FAILED);
    return this.#bytes.subarray(0, this.#length);
  }

  /** The attribute as far as its value, whose bytes are to follow. Lengths are those of short ones. */
  #startAttribute(keyField: Uint8Array, bytes: number, valueBytes: number): void {
    this.#reserve(FIELD_BYTES + bytes);
    this.#bytes[this.#length++] = ATTRIBUTE;
    this.#bytes[this.#length++] = bytes;
    this.#bytes.set(keyField, this.#length);
    this.#length += keyField.length;
    this.#bytes[this.#length++] = VALUE;
    this.#bytes[this.#length++] = valueBytes;
  }

  #id(field: number, hex: string): void {
    this.#reserve(FIELD_BYTES);
    const start = this.#length + 2;
    this.#bytes[this.#length] = field;
    this.#bytes[this.#length + 1] = hex.length / 2;
    this.#length = start + hex.length / 2;
    for (let i = 0; i < hex.length; i += 2)
      this.#bytes[start + i / 2] = (NIBBLES[hex.charCodeAt(i)]! << 4) | NIBBLES[hex.charCodeAt(i + 1)]!;
  }

  /** Nanoseconds, to the microsecond: more does not fit into a number. In two halves, as their product with 1,000 would not fit either. */
  #time(field: number, ms: number): void {
    this.#reserve(FIELD_BYTES);
    const micros = Math.round(ms * 1000);
    const low = (micros % TWO_TO_32) * 1000;
    this.#bytes[this.#length] = field;
    this.#view.setUint32(this.#length + 1, low % TWO_TO_32, true);
    this.#view.setUint32(
      this.#length + 5,
      Math.floor(micros / TWO_TO_32) * 1000 + Math.floor(low / TWO_TO_32),
      true,
    );
    this.#length += 9;
  }

  /** Makes room for so many more bytes. */
  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.#length + bytes));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

/** By the code of a hexadecimal digit. */
const NIBBLES = Uint8Array.from({ length: FIRST_NOT_ASCII }, (_, code) =>
  Number.parseInt(String.fromCharCode(code), 16),
);

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= FIRST_NOT_ASCII) return false;
  return true;
}
