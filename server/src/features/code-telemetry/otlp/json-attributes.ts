import {
  attributeOf,
  integerValue,
  type AttributeValue,
  type OtlpAttribute,
  writtenOf,
} from './attribute-value.ts';
import { isObject } from './json-object.ts';

/** The attributes of a list of KeyValue in JSON. What is none is left out: it counts nothing. */
export function jsonAttributes(list: unknown): OtlpAttribute[] {
  if (!Array.isArray(list)) return [];
  return list
    .filter(isObject)
    .map(({ key, value }) => attributeOf(typeof key === 'string' ? key : '', jsonValue(value)));
}

type ReadValue = (value: unknown) => AttributeValue;

/** The fields of an AnyValue, of which one is set. */
const READ: ReadonlyMap<string, ReadValue> = new Map<string, ReadValue>([
  ['stringValue', (value) => (typeof value === 'string' ? ['string', value] : null)],
  ['boolValue', (value) => ['boolean', value === true]],
  ['intValue', integerValue],
  ['doubleValue', (value) => ['double', String(Number(value))]],
  ['bytesValue', (value) => ['bytes', Buffer.from(String(value), 'base64').toString('base64')]],
  ['arrayValue', (value) => ['array', valuesOf(value).map(jsonValue)]],
  ['kvlistValue', (value) => ['map', writtenOf(jsonAttributes(valuesOf(value)))]],
]);

function jsonValue(any: unknown): AttributeValue {
  if (!isObject(any)) return null;
  for (const [field, read] of READ) {
    const value = any[field];
    if (value !== undefined && value !== null) return read(value);
  }
  return null;
}

function valuesOf(list: unknown): readonly unknown[] {
  const values = isObject(list) ? list['values'] : undefined;
  return Array.isArray(values) ? values : [];
}
