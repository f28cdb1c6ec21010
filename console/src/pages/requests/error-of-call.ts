import type { RequestRecord } from '@svc/contract';
import catalog from '../../strings/call-errors.json' with { type: 'json' };

/** An error as the catalog has it. `message` is the general sentence; the caller may have got a more exact one. */
export interface CallError {
  readonly code: string;
  readonly status: number;
  readonly type: string;
  readonly message: string;
}

/** One code may stand for several statuses, and a stream that broke off has none of them. Undefined for a code that is not known. */
export function errorOfCall({
  error_code: code,
  status,
}: Pick<RequestRecord, 'error_code' | 'status'>): CallError | undefined {
  const errors: readonly CallError[] = catalog.filter((error) => error.code === code);
  return errors.find((error) => error.status === status) ?? errors[0];
}
