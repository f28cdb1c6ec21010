import { ApiError, type ApiErrorOptions, type ErrorName } from '@svc/contract';

/** An `ApiError` in a form that threads can exchange. */
export interface Refusal {
  readonly refused: ErrorName;
  /** Without the cause, which may hold part of the body and is useless on another thread. */
  readonly options: Omit<ApiErrorOptions, 'cause'>;
}

/** Rethrows anything but an `ApiError`. */
export function toRefusal(error: unknown): Refusal {
  if (!(error instanceof ApiError)) throw error;
  const { cause: _cause, ...options } = error.options;
  return { refused: error.catalogName, options };
}

export function toError({ refused, options }: Refusal): ApiError {
  return new ApiError(refused, options);
}
