import { ApiError, type ApiErrorOptions, type ErrorName } from '@svc/contract';

/** An `ApiError` as threads can give it to each other. */
export interface Refusal {
  readonly refused: ErrorName;
  /** Without the cause, which may hold a piece of the body and is of no use elsewhere. */
  readonly options: Omit<ApiErrorOptions, 'cause'>;
}

/** Throws again what is no refusal of ours. */
export function toRefusal(error: unknown): Refusal {
  if (!(error instanceof ApiError)) throw error;
  const { cause: _cause, ...options } = error.options;
  return { refused: error.catalogName, options };
}

export function toError({ refused, options }: Refusal): ApiError {
  return new ApiError(refused, options);
}
