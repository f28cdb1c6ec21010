import { ApiError } from '@svc/contract';

/** 400 `invalid_request` on live chat: `param` stays null (ERR-06), so the sentence names the field. */
export function invalid(message: string): ApiError {
  return new ApiError('invalid_request', { message });
}

/** A JSON object, as opposed to an array, a scalar or null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
