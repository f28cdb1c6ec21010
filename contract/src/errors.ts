import { ACCESS_ERRORS } from './errors/access.ts';
import { ADMINISTRATION_ERRORS } from './errors/administration.ts';
import { CONSOLE_ERRORS } from './errors/console.ts';
import type { ErrorEntry, ErrorExtras, ErrorRow } from './errors/entry.ts';
import { LIMIT_ERRORS } from './errors/limits.ts';
import { MESSAGES_ERRORS } from './errors/messages.ts';
import { MODEL_ERRORS } from './errors/models.ts';
import { REQUEST_ERRORS } from './errors/request.ts';
import { SERVICE_ERRORS } from './errors/service.ts';
import { SIGN_IN_ERRORS } from './errors/sign-in.ts';
import type { ErrorType } from './errors/status.ts';
import { resourceRows } from './resources.ts';

export type { ErrorEntry, ErrorExtraName, ErrorExtras, ErrorStatus } from './errors/entry.ts';
export { foldStatus, TYPE_BY_STATUS, typeForStatus, type ErrorType } from './errors/status.ts';

const ROWS = {
  ...REQUEST_ERRORS,
  ...ACCESS_ERRORS,
  ...LIMIT_ERRORS,
  ...MODEL_ERRORS,
  ...MESSAGES_ERRORS,
  ...SERVICE_ERRORS,
  ...ADMINISTRATION_ERRORS,
  ...resourceRows('errors'),
  ...CONSOLE_ERRORS,
  ...SIGN_IN_ERRORS,
};

/** Names of the catalog's entries: the code, save `capacity_unreachable`, which is the code `capacity_busy` as 503. */
export type ErrorName = keyof typeof ROWS;

function withCodes(rows: Readonly<Record<ErrorName, ErrorRow>>): Readonly<Record<ErrorName, ErrorEntry>> {
  const entries = Object.entries(rows).map(([name, row]) => [name, { ...row, code: row.code ?? name }]);
  return Object.freeze(Object.fromEntries(entries) as Record<ErrorName, ErrorEntry>);
}

/**
 * Every error this API can answer with (inference contract §7.3, platform contract §7): the only place where a code gets
 * its status, message, extra fields and default Retry-After. The type follows from the status.
 */
export const ERRORS: Readonly<Record<ErrorName, ErrorEntry>> = withCodes(ROWS);

/** Body of every error answer (inference contract §7.1). */
export interface ErrorBody {
  readonly error: {
    readonly type: ErrorType;
    readonly code: string;
    readonly message: string;
    readonly param: string | null;
    readonly request_id: string;
    /** On 429 and 503: seconds, equal to the Retry-After header. */
    readonly retry_after?: number;
  } & Partial<ErrorExtras>;
  /** Repeated beside `error` on messages and embeddings (D-20). */
  readonly request_id?: string;
}
