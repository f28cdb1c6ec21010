import { ApiError } from '@svc/contract';
import type { FieldValue } from '#kit';
import {
  attributeOf,
  integerValue,
  type AttributeValue,
  type OtlpAttribute,
  writtenOf,
} from './attribute-value.ts';
import type { OtlpReader } from './otlp-reader.ts';

/** Numbers of the fields of a KeyValue, an AnyValue, and of its lists. */
const [KEY, VALUE] = [1, 2] as const;
const [STRING, BOOLEAN, INTEGER, DOUBLE, ARRAY, MAP, BYTES] = [1, 2, 3, 4, 5, 6, 7] as const;
const VALUES = 1;

/** Attributes may hold others. Clients nest them once or twice; a body of a mebibyte could do so 200,000 times. */
const MAX_DEPTH = 32;
const DOUBLE_BYTES = 8;

/** An attribute from its KeyValue. */
export function protobufAttribute(reader: OtlpReader, message: Buffer, depth = 0): OtlpAttribute {
  const key = reader.message(message, KEY).toString();
  const [value] = reader.messages(message, VALUE).slice(-1);
  return attributeOf(key, value ? anyValue(reader, value, depth) : null);
}

/** The last field is the one that is set, as protobuf reads a `oneof`. */
function anyValue(reader: OtlpReader, message: Buffer, depth: number): AttributeValue {
  if (depth > MAX_DEPTH)
    throw new ApiError('invalid_request', { message: `Attributes are nested more than ${MAX_DEPTH} deep.` });
  let found: AttributeValue = null;
  reader.each(message, (field, value, at, end) => {
    if (field === INTEGER && typeof value === 'number') found = integerValue(signed(message, at, end));
    else found = fieldValue(reader, field, value, depth) ?? found;
  });
  return found;
}

function fieldValue(reader: OtlpReader, field: number, value: FieldValue, depth: number): AttributeValue {
  if (typeof value === 'number') return field === BOOLEAN ? ['boolean', value !== 0] : null;
  switch (field) {
    case STRING:
      return ['string', value.toString()];
    case DOUBLE:
      return value.length === DOUBLE_BYTES ? ['double', String(value.readDoubleLE())] : null;
    case BYTES:
      return ['bytes', value.toString('base64')];
    case ARRAY:
      return ['array', reader.messages(value, VALUES).map((each) => anyValue(reader, each, depth + 1))];
    case MAP:
      return [
        'map',
        writtenOf(reader.messages(value, VALUES).map((each) => protobufAttribute(reader, each, depth + 1))),
      ];
    default:
      return null;
  }
}

/** A varint in 64 bits, of which a negative number takes all: as a double they would be one number. */
function signed(message: Buffer, at: number, end: number): bigint {
  let value = 0n;
  for (let i = end - 1; i >= at; i--) value = (value << 7n) | BigInt(message[i]! & 0x7f);
  return BigInt.asIntN(64, value);
}
