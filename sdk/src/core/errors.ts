import type { ErrorFields } from './error-fields.ts';
import { TYPE_BY_STATUS, type ErrorCode, type ErrorType } from '../generated/errors.ts';

/** Everything this library throws, save what a caller's own `AbortSignal` was aborted with. */
export class SvcError extends Error {
  override name = 'SvcError';
}

/** What an answer said about a refusal or failure. */
export interface ErrorFacts {
  readonly status: number;
  readonly type: ErrorType;
  /** Stable; `unreadable_error` where the answer was no error of this API. Meet a code you do not know by its type. */
  readonly code: ErrorCode | (string & {});
  readonly message: string;
  /** The offending field, or null. */
  readonly param: string | null;
  /** Id to name when asking for help; undefined where the answer had none. */
  readonly requestId: string | undefined;
  /** Seconds to wait before the next try, where the service said so. */
  readonly retryAfterSeconds: number | undefined;
  /** Everything else of the error object, such as `limit` and `resets_at` of `quota_exhausted`. */
  readonly fields: Partial<ErrorFields> & Readonly<Record<string, unknown>>;
}

/** The service answered with an error status (inference contract §7). Its subclasses are the error types. */
export class ApiError extends SvcError implements ErrorFacts {
  override name = 'ApiError';
  readonly status: number;
  readonly type: ErrorType;
  readonly code: ErrorFacts['code'];
  readonly param: string | null;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly fields: ErrorFacts['fields'];

  constructor(facts: ErrorFacts) {
    super(facts.message);
    this.status = facts.status;
    this.type = facts.type;
    this.code = facts.code;
    this.param = facts.param;
    this.requestId = facts.requestId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.fields = facts.fields;
  }
}

/** 400, 405, 413, 422: the request must change. */
export class InvalidRequestError extends ApiError {
  override name = 'InvalidRequestError';
}
/** 401: the credential is missing, wrong, revoked or expired. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}
/** 402: neither plan nor credits can pay; `fields.resets_at` tells when they can. */
export class InsufficientQuotaError extends ApiError {
  override name = 'InsufficientQuotaError';
}
/** 403: the credential may not do this. */
export class PermissionError extends ApiError {
  override name = 'PermissionError';
}
/** 404. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}
/** 408 and 504: something took too long on the service's side. */
export class TimeoutError extends ApiError {
  override name = 'TimeoutError';
}
/** 409: the object is not as the request needs it. */
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}
/** 429: too much at a time; `retryAfterSeconds` tells how long to wait. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}
/** 500 and 502. */
export class ServerError extends ApiError {
  override name = 'ServerError';
}
/** 503: briefly unavailable; `retryAfterSeconds` tells how long to wait. */
export class ServiceUnavailableError extends ApiError {
  override name = 'ServiceUnavailableError';
}

const CLASS_BY_TYPE: Readonly<Record<ErrorType, new (facts: ErrorFacts) => ApiError>> = {
  invalid_request_error: InvalidRequestError,
  authentication_error: AuthenticationError,
  insufficient_quota: InsufficientQuotaError,
  permission_error: PermissionError,
  not_found_error: NotFoundError,
  timeout_error: TimeoutError,
  conflict_error: ConflictError,
  rate_limit_error: RateLimitError,
  api_error: ServerError,
  service_unavailable_error: ServiceUnavailableError,
};

/** Whether a text is one of the ten types. */
export function isErrorType(type: unknown): type is ErrorType {
  return typeof type === 'string' && Object.hasOwn(CLASS_BY_TYPE, type);
}

/** Type of a status; one that is not listed counts as 400, or as 502 from 500 on (inference contract §7.1). */
export function typeForStatus(status: number): ErrorType {
  return TYPE_BY_STATUS[status] ?? (status >= 400 && status < 500 ? 'invalid_request_error' : 'api_error');
}

/** The error of the class its type calls for, so that an unknown code is met by its type. */
export function apiError(facts: ErrorFacts): ApiError {
  return new CLASS_BY_TYPE[facts.type](facts);
}

/** A stream ended before the reply did, by an error event or without a word. What arrived may be incomplete: ask again from the start. */
export class StreamError extends SvcError {
  override name = 'StreamError';
  readonly code: ErrorFacts['code'];
  readonly requestId: string | undefined;

  constructor(message: string, code: ErrorFacts['code'], requestId: string | undefined, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.requestId = requestId;
  }
}

/** No answer, or only a part of one. */
export class ConnectionError extends SvcError {
  override name = 'ConnectionError';
  /** False when the request surely never reached the service. */
  readonly sent: boolean;

  constructor(message: string, sent: boolean, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.sent = sent;
  }
}

/** No answer within `timeoutMs`. */
export class NoAnswerError extends ConnectionError {
  override name = 'NoAnswerError';

  constructor(timeoutMs: number) {
    super(`The service did not answer within ${timeoutMs} ms.`, true);
  }
}

/** What was waited for has not ended within `maxWaitMs`. It goes on. */
export class WaitTimeoutError extends SvcError {
  override name = 'WaitTimeoutError';

  constructor(id: string, maxWaitMs: number) {
    super(`${id} has not ended within ${maxWaitMs} ms. It goes on; wait for it again.`);
  }
}

/** The model still asked for tools in the last reply that `maxTurns` allows. `messages` is the conversation with all results, to go on from. */
export class TooManyTurnsError extends SvcError {
  override name = 'TooManyTurnsError';
  readonly messages: readonly object[];

  constructor(maxTurns: number, messages: readonly object[]) {
    super(`The model still asks for tools after ${maxTurns} replies. Raise maxTurns or go on from messages.`);
    this.messages = messages;
  }
}
