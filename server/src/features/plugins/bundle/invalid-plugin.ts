import { ApiError } from '@svc/contract';

/** 400 `invalid_plugin` with what is wrong with the bundle, as whoever made it can mend it (D-PLUG-1). */
export function invalidPlugin(message: string): ApiError {
  return new ApiError('invalid_plugin', { param: 'file', message });
}
