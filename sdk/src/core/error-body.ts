import { apiError, isErrorType, typeForStatus, type ApiError, StreamError } from './errors.ts';

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function textOr<Other>(value: unknown, otherwise: Other): string | Other {
  return typeof value === 'string' ? value : otherwise;
}

/** What both forms say: the envelope, and the flat body of older servers, whose `error` is the code itself. */
function readFormats(body: unknown): Fields {
  if (!isObject(body)) return {};
  if (isObject(body['error'])) return { request_id: body['request_id'], ...body['error'] };
  const { error: code, detail, message = detail, ...fields } = body;
  return typeof code === 'string' ? { ...fields, code, message } : {};
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Seconds of a `Retry-After`, which may also be a date. */
function retryAfter(headers: Headers, inBody: unknown): number | undefined {
  const header = headers.get('retry-after');
  if (header === null) return typeof inBody === 'number' && inBody >= 0 ? inBody : undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** The error an answer with an error status stands for. `text` is its body, in either form or in none. */
export function readApiError({ status, headers }: Response, text: string): ApiError {
  const {
    type,
    code,
    message,
    param,
    request_id: requestId,
    retry_after: inBody,
    ...fields
  } = readFormats(parseJson(text));
  return apiError({
    status,
    type: isErrorType(type) ? type : typeForStatus(status),
    code: textOr(code, 'unreadable_error'),
    message: textOr(message, `The service answered with status ${status}.`),
    param: textOr(param, null),
    requestId: textOr(requestId, undefined) ?? headers.get('x-svc-request-id') ?? undefined,
    retryAfterSeconds: retryAfter(headers, inBody),
    fields,
  });
}

/** The error a chunk or event of a stream tells of, in either form; undefined when it tells of none. */
export function readStreamError(event: unknown, requestId: string | undefined): StreamError | undefined {
  if (!isObject(event) || event['error'] === undefined) return undefined;
  const { code, message, request_id: own } = readFormats(event);
  return new StreamError(
    textOr(message, 'The reply broke off.'),
    textOr(code, 'stream_error'),
    textOr(own, requestId),
  );
}
