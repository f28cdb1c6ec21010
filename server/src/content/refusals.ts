import { ApiError } from '@svc/contract';

/** 400 `unsupported_content`: the bytes are not what they should be (D-53). */
export function unsupported(path: string, message: string): ApiError {
  return new ApiError('unsupported_content', { param: path, message });
}

/** 400 `invalid_request`: the source as it is written cannot be used (D-53). */
export function invalidSource(path: string, message: string): ApiError {
  return new ApiError('invalid_request', { param: path, message });
}
