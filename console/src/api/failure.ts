import { ApiError, ConnectionError } from '@svc/sdk';
import { docsOfError } from '../docs.ts';
import { apiStrings } from '../strings/api.ts';

/** Whether an answer was a refusal with one of these codes. */
export function hasCode(cause: unknown, ...codes: readonly string[]): boolean {
  return cause instanceof ApiError && codes.includes(cause.code);
}

const ATTEMPTS = 3;

/** A refusal stays one; only what may pass is asked again. */
export function mayPass(failures: number, cause: Error): boolean {
  const isRefusal = cause instanceof ApiError && cause.status < 500;
  return !isRefusal && failures < ATTEMPTS;
}

/** What a person is told of a failure. */
export function errorSentence(cause: unknown): string {
  if (cause instanceof ApiError) return cause.message;
  return cause instanceof ConnectionError ? apiStrings.unreachable : apiStrings.unexpected;
}

/** What a person can name when they ask for help. */
export function requestIdOf(cause: unknown): string | undefined {
  return cause instanceof ApiError ? cause.requestId : undefined;
}

/** Where the documentation explains a refusal of the service. */
export function docsOfFailure(cause: unknown): string | undefined {
  return cause instanceof ApiError ? docsOfError(cause.status, cause.type) : undefined;
}

/** The sentence for one field of a form, when the refusal is about it or a part of it. */
export function fieldError(cause: unknown, param: string): string | undefined {
  if (!(cause instanceof ApiError) || cause.param === null) return undefined;
  return cause.param === param || /^[.[]/.test(cause.param.slice(param.length)) ? cause.message : undefined;
}
