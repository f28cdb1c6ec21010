import { ApiError } from '@svc/contract';

/** A field that would change what the answer means, and that nothing here can honour (COMPG-05). */
export function unsupportedValue(param: string, message: string): ApiError {
  return new ApiError('unsupported_parameter', {
    param,
    message,
    vendor: { code: 'unsupported_value' },
  });
}
