import { TYPE_BY_STATUS } from '@svc/contract';
import { assertBrokenStream, assertCompletedStream, readMessageStream } from '#test-kit';
import type { Case } from './cases.ts';

/** An HTTP response parsed from raw bytes. */
export interface RawResponse {
  readonly state: 'complete' | 'partial' | 'nonsense';
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/**
 * What may follow a response: the refusal of stray bytes after the request, which look like another request.
 */
const REFUSED_AFTERWARDS = /^HTTP\/1\.1 400 Bad Request\r\n/;

/** Parses framing strictly: bytes written into the middle of a response show as errors. */
export function readResponse(bytes: Buffer, head: boolean): RawResponse {
  const text = bytes.toString('latin1').replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
  const end = text.indexOf('\r\n\r\n');
  const [start = '', ...lines] = text.slice(0, Math.max(0, end)).split('\r\n');
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(start)?.[1] ?? 0);
  const make = (state: RawResponse['state'], body: string): RawResponse => ({
    state,
    status,
    headers,
    body: Buffer.from(body, 'latin1').toString(),
  });
  if (end < 0) return make('partial', '');
  const rest = text.slice(end + 4);
  const closed = (body: string, after: string): RawResponse =>
    make(after === '' || REFUSED_AFTERWARDS.test(after) ? 'complete' : 'nonsense', body);
  // Invalid HTTP has no method: its refusal has a body, whatever was intended.
  if ((head && headers.get('connection') !== 'close') || status === 204) return closed('', rest);
  const declared = headers.get('content-length');
  if (declared !== undefined)
    return rest.length < Number(declared)
      ? make('partial', rest)
      : closed(rest.slice(0, Number(declared)), rest.slice(Number(declared)));
  if (headers.get('transfer-encoding') !== 'chunked') return make('nonsense', rest);
  let body = '';
  for (let at = 0; ;) {
    const line = /^([0-9a-f]+)\r\n/.exec(rest.slice(at, at + 20));
    if (!line) return make(/^[0-9a-f]*\r?$/.test(rest.slice(at, at + 20)) ? 'partial' : 'nonsense', body);
    const size = parseInt(line[1]!, 16);
    const from = at + line[0].length;
    if (rest.length < from + size + 2) return make('partial', body);
    if (rest.slice(from + size, from + size + 2) !== '\r\n') return make('nonsense', body);
    body += rest.slice(from, from + size);
    at = from + size + 2;
    if (size === 0) return closed(body, rest.slice(at));
  }
}

/** ERR-01 to ERR-04, ERR-06 to ERR-09. */
function problemsOfError(body: string, status: number, headers: ReadonlyMap<string, string>): string[] {
  let error: Record<string, unknown>;
  try {
    error = (JSON.parse(body) as { error: Record<string, unknown> }).error;
  } catch {
    return ['is no JSON'];
  }
  const retries = status === 429 || status === 503;
  const checks: [string, boolean][] = [
    ['ERR-02 type', error['type'] === (TYPE_BY_STATUS as Record<number, string>)[status]],
    ['ERR-03 code', /^[a-z]+(_[a-z]+)*$/.test(String(error['code']))],
    ['ERR-04 message', typeof error['message'] === 'string' && error['message'].length > 10],
    ['ERR-06 param', error['param'] === null || typeof error['param'] === 'string'],
    [
      'ERR-07 request id',
      /^req_[0-9A-Za-z]+$/.test(String(error['request_id'])) &&
        error['request_id'] === headers.get('x-request-id') &&
        error['request_id'] === headers.get('x-svc-request-id'),
    ],
    [
      'ERR-08 retry_after',
      headers.get('transfer-encoding') !== undefined ||
        retries ===
          (error['retry_after'] !== undefined &&
            JSON.stringify(error['retry_after']) === headers.get('retry-after')),
    ],
    ['ERR-09 cache-control', /no-store|no-cache/.test(headers.get('cache-control') ?? '')],
  ];
  return checks.flatMap(([name, holds]) => (holds ? [] : [name]));
}

/** Checks the whole grammar of a chat stream, with or without the extensions, whatever the engine did. */
function problemsOfStream(response: RawResponse, additions: boolean, sound: boolean): string[] {
  const { status, headers, body } = response;
  const streamed = { status, headers: Object.fromEntries(headers), bytes: Buffer.from(body), complete: true };
  const failed = !body.endsWith('data: [DONE]\n\n');
  try {
    if (failed) assertBrokenStream(streamed, additions);
    else assertCompletedStream(streamed, additions);
  } catch (broken) {
    return [broken instanceof Error ? broken.message : String(broken)];
  }
  return failed && sound ? ['a sound stream ends in an error'] : [];
}

/** Checks the whole grammar of a streamed message, whatever the engine did. */
function problemsOfMessageStream(response: RawResponse, sound: boolean): string[] {
  try {
    const { error } = readMessageStream(response.body);
    if (!error) return [];
    const { type: _type, ...body } = error;
    const problems = problemsOfError(
      JSON.stringify(body),
      STATUS_OF[error.error.type] ?? 0,
      response.headers,
    );
    return sound ? ['a sound stream ends in an error', ...problems] : problems;
  } catch (broken) {
    return [broken instanceof Error ? broken.message : String(broken)];
  }
}

const STATUS_OF = Object.fromEntries(
  Object.entries(TYPE_BY_STATUS).map(([status, type]) => [type, Number(status)]),
);

function problemsOfAnyStream({ shape, sound }: Case, response: RawResponse): string[] {
  return shape === 'messages'
    ? problemsOfMessageStream(response, sound)
    : problemsOfStream(response, shape === 'extended chat', sound);
}

/** All problems of a response. Empty when it is correct. */
export function problemsOf(sent: Case, bytes: Buffer, forbidden: readonly string[]): string[] {
  const lower = bytes.toString('latin1').toLowerCase();
  const problems = forbidden
    .filter((marker) => lower.includes(marker.toLowerCase()))
    .map((marker) => `BILL-11 leaks ${marker}`);
  const response = readResponse(bytes, sent.head);
  if (response.state === 'nonsense')
    problems.push(`broken framing: ${JSON.stringify(bytes.subarray(0, 1500).toString('latin1'))}`);
  if (sent.leaveAfterMs !== undefined || (sent.trailing && response.state === 'partial') || sent.head)
    return problems;
  if (response.state === 'nonsense') return problems;
  if (response.state !== 'complete') return [...problems, `ends ${response.state}`];
  if (response.status >= 500 && sent.sound) problems.push('a 5xx nobody scripted');
  if (response.status >= 400)
    problems.push(...problemsOfError(response.body, response.status, response.headers));
  else if (response.headers.get('content-type')?.startsWith('text/event-stream'))
    problems.push(...problemsOfAnyStream(sent, response));
  else if (response.status !== 204) JSON.parse(response.body);
  return problems.length === 0
    ? []
    : problems.map(
        (problem) => `${problem} — ${response.status} ${JSON.stringify(response.body.slice(0, 300))}`,
      );
}
