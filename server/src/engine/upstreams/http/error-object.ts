import { EngineFault } from '../../events.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The status that each kind of error has as a response of its own. */
const STATUS_OF_TYPE: ReadonlyMap<unknown, number> = new Map([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['billing_error', 402],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['request_too_large', 413],
  ['rate_limit_error', 429],
  ['api_error', 500],
  ['timeout_error', 504],
  ['overloaded_error', 529],
  // As AWS names them in streams. That a model failed has status 424 there, which says nothing to callers.
  ['validationException', 400],
  ['throttlingException', 429],
  ['internalServerException', 500],
  ['modelStreamErrorException', 502],
  ['serviceUnavailableException', 503],
  ['modelTimeoutException', 504],
]);

const STATUS_FIELDS = ['status', 'status_code', 'code', 'http_code', 'error_code'];

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value says something: no null, empty text, empty list or empty object. */
export function isFilled(value: unknown): boolean {
  if (typeof value !== 'object') return value !== undefined && value !== '' && value !== false && value !== 0;
  return value !== null && Object.keys(value).length > 0;
}

function statusIn(fields: Fields): number | undefined {
  for (const name of STATUS_FIELDS) {
    const status = Number(fields[name]);
    if (Number.isInteger(status) && status >= 400 && status <= 599) return status;
  }
  return STATUS_OF_TYPE.get(fields['type']);
}

/** An error object inside a 200: by its status or kind if it has one, else a broken response. Its text is ignored. */
export function toFault(error: unknown, around: Fields = {}): EngineFault {
  const status = (isFields(error) ? statusIn(error) : undefined) ?? statusIn(around);
  return status === undefined ? new EngineFault('broken') : new EngineFault('status', { status });
}

/** Where servers put an error beside or in place of a reply. */
const ERROR_FIELDS = ['error', 'errors', 'error_msg', 'error_message'];

/** The fault that an object reports, whatever else it contains. */
export function faultIn(reply: Fields): EngineFault | undefined {
  for (const name of ERROR_FIELDS) {
    const error = reply[name];
    if (isFilled(error)) return toFault(Array.isArray(error) ? error[0] : error, reply);
  }
  if (reply['object'] === 'error' || reply['type'] === 'error' || reply['status'] === 'error')
    return toFault(reply);
  const base = reply['base_resp'];
  return isFields(base) && isFilled(base['status_code']) ? toFault(base) : undefined;
}
