/**
 * The value of an attribute as both encodings give it: its type and what it is. Series are told apart by it, so that a batch that is
 * sent again in the other encoding, with keys in another order or an integer as a number, counts once (CODE-05).
 */
export type AttributeValue =
  | null
  | readonly ['string' | 'integer' | 'double' | 'bytes', string]
  | readonly ['boolean', boolean]
  | readonly ['array', readonly AttributeValue[]]
  | readonly ['map', readonly string[]];

/** An attribute that is a text, and any attribute as one text, to tell series apart. */
export interface OtlpAttribute {
  readonly key: string;
  /** Undefined if it is no text. */
  readonly text: string | undefined;
  readonly written: string;
}

export function attributeOf(key: string, value: AttributeValue): OtlpAttribute {
  const text = value?.[0] === 'string' ? value[1] : undefined;
  return { key, text, written: JSON.stringify([key, value]) };
}

/** In an order of their own: encoders keep none. */
export function writtenOf(attributes: readonly OtlpAttribute[]): string[] {
  return attributes.map(({ written }) => written).toSorted();
}

/** What tells scopes apart. */
export function scopeText(name: string, version: string, attributes: readonly OtlpAttribute[]): string {
  return JSON.stringify([name, version, ...writtenOf(attributes)]);
}

/** Through a double, as JSON numbers are: an integer of more than 53 bits is the same as text and as a number. */
export function integerValue(value: unknown): AttributeValue {
  return ['integer', String(Number(value))];
}
