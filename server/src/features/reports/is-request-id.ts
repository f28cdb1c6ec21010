import { isWellFormedId } from '#features/listing';
import { idTimeMs } from '#kit';

const isWellFormed = isWellFormedId('request');
/** The database has no later time that an answer could name. */
const LAST_MS = Date.UTC(9999, 11, 31);

/** Whether a request can have this id: records are found by the time in it. */
export function isRequestId(id: string): boolean {
  return isWellFormed(id) && idTimeMs(id) < LAST_MS;
}
