/** Messages of protobuf without schemas: fields by their number. */
export { readField, readFields, type FieldValue } from './protobuf-reader.ts';
export { lengthField, lengthStart, numberField, varintBytes, writeVarint } from './protobuf-writer.ts';
