import { ApiError } from '@svc/contract';

/** 400 `unsupported_content`: the bytes are not of the expected type (D-53). */
export function unsupported(path: string, message: string): ApiError {
  return new ApiError('unsupported_content', { param: path, message });
}

/** 400 `invalid_request`: the source is not usable as written (D-53). */
export function invalidSource(path: string, message: string): ApiError {
  return new ApiError('invalid_request', { param: path, message });
}
