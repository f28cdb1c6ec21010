import { createHash } from 'node:crypto';
import { JsonArray } from './json-array.ts';
import type { QueryParameter } from './sessions.ts';

/**
 * The name under which a connection prepares a statement, or undefined for one that is planned each time. Statements that take a batch
 * of records are few, and the one that charges, four times a second, takes the database longer to plan than to run for a few records (3 of
 * 4 ms). Others are of any number of forms, each of which would stay in the memory of every connection.
 */
export function preparedName(text: string, parameters: readonly QueryParameter[]): string | undefined {
  if (!parameters.some((parameter) => parameter instanceof JsonArray)) return undefined;
  // PostgreSQL cuts names off after 63 bytes.
  return `svc_${createHash('sha256').update(text).digest('base64url')}`;
}
