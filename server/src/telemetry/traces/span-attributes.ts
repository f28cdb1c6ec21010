import { lengthField, numberField, RecentMap } from '#kit';

/** Numbers of fields of OTLP: of a span, a `KeyValue`, an `AnyValue` and an `ArrayValue`. */
const ATTRIBUTES = 9;
const [KEY, VALUE] = [1, 2] as const;
const [STRING, INT, ARRAY] = [1, 3, 5] as const;
const VALUES = 1;

/** Of the values of one key. Engines choose the names of their models, of any length. */
const MAX_BYTES = 200_000;

/** An attribute of a span, as a field of the span. */
export function textAttribute(key: string, value: string): Buffer {
  return attribute(key, lengthField(STRING, value));
}

export function intAttribute(key: string, value: number): Buffer {
  return attribute(key, numberField(INT, value));
}

function textsAttribute(key: string, values: readonly string[]): Buffer {
  const items = values.map((value) => lengthField(VALUES, lengthField(STRING, value)));
  return attribute(key, lengthField(ARRAY, ...items));
}

/** An attribute of a resource or a span. */
export function keyValue(field: number, key: string, value: Uint8Array): Buffer {
  return lengthField(field, lengthField(KEY, key), lengthField(VALUE, value));
}

function attribute(key: string, value: Uint8Array): Buffer {
  return keyValue(ATTRIBUTES, key, value);
}

/** An attribute with one of few values that many spans have in common: each is encoded once. */
export class RepeatedAttribute {
  readonly #encode: (value: string) => Uint8Array;
  readonly #encoded = new RecentMap<string, Uint8Array>(MAX_BYTES, ({ length }) => length);

  private constructor(encode: (value: string) => Uint8Array) {
    this.#encode = encode;
  }

  static text(key: string): RepeatedAttribute {
    return new RepeatedAttribute((value) => textAttribute(key, value));
  }

  /** A list of one text. */
  static listOfOne(key: string): RepeatedAttribute {
    return new RepeatedAttribute((value) => textsAttribute(key, [value]));
  }

  encode(value: string): Uint8Array {
    let bytes = this.#encoded.get(value);
    if (bytes === undefined) this.#encoded.set(value, (bytes = this.#encode(value)));
    return bytes;
  }
}

/** An attribute whose values are encoded again in each span. Its name is a short one. */
export class OwnAttribute {
  readonly name: string;
  readonly keyField: Uint8Array;

  constructor(name: string) {
    this.name = name;
    this.keyField = lengthField(KEY, name);
  }
}
