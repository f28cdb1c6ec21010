import { ApiError, ERRORS } from '@svc/contract';

/**
 * What broke a stream, in the one sentence that all protocols have for it: what the model failed at helps nobody who has half
 * of its reply. A refusal, such as of a form that the reply did not keep, says what it is.
 */
export function interrupted(error: ApiError): ApiError {
  return error.status < 500
    ? error
    : new ApiError(error.catalogName, { ...error.options, message: ERRORS.stream_error.message });
}
