import { ApiError } from '@svc/contract';
import { readFields, type FieldValue } from '#kit';

/** A body of a mebibyte may have half a million fields that mean nothing: reading them would hold up other requests. */
const MAX_FIELDS = 100_000;
const EMPTY = Buffer.alloc(0);

/** Reads messages of one body, and ends a body that has too many fields. */
export class OtlpReader {
  #fields = 0;

  /** `at` and `end` bound the value in the message. */
  each(message: Buffer, take: (field: number, value: FieldValue, at: number, end: number) => void): void {
    const isMessage = readFields(message, (field, value, at, end) => {
      if (++this.#fields > MAX_FIELDS)
        throw new ApiError('invalid_request', { message: 'The body has too many fields.' });
      take(field, value, at, end);
    });
    if (!isMessage)
      throw new ApiError('invalid_request', {
        message: 'The body is no ExportMetricsServiceRequest in protobuf.',
      });
  }

  /** All messages in a field that may be repeated. */
  messages(message: Buffer, field: number): Buffer[] {
    const found: Buffer[] = [];
    this.each(message, (each, value) => {
      if (each === field && typeof value !== 'number') found.push(value);
    });
    return found;
  }

  /** The last number in a field; 0 if there is none. */
  number(message: Buffer, field: number): number {
    let found = 0;
    this.each(message, (each, value) => {
      if (each === field && typeof value === 'number') found = value;
    });
    return found;
  }

  /** The last message or text in a field; empty if there is none. */
  message(message: Buffer, field: number): Buffer {
    return this.messages(message, field).at(-1) ?? EMPTY;
  }
}
