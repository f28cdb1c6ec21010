import type { Refusal, RefusalReason } from '../../../refusal.ts';
import { countsIn } from './token-counts.ts';
import { textsOf, textsOfBody, toCode, type ErrorTexts } from './error-texts.ts';
import { REFUSAL_TABLE, type RefusalRow } from './refusal-table.ts';
import { parametersIn } from './parameter-names.ts';

/** What an engine said when it refused. */
interface ReadRefusal {
  readonly refusal: Refusal | undefined;
  /** The engine's hint in its body. */
  readonly retryAfterSeconds: number | undefined;
}

/** The status of an error that came without one. */
export const STATUS_OF_REASON: Readonly<Record<RefusalReason, number>> = {
  context_length: 400,
  output_ceiling: 400,
  images: 400,
  parameter: 400,
  content_filter: 400,
  size: 413,
  account: 402,
  quota: 429,
  credential: 401,
  expired: 401,
  model: 404,
  throttled: 429,
  overloaded: 503,
  timeout: 504,
};

/** How long a spent quota is left alone, whatever its engine says (D-ENG-9). */
const SPENT_QUOTA_SECONDS = 60;

/** Reads the body of a response with an error status. `type`: the kind of the error, where a header says it. */
export function readRefusal(body: string, status: number, type?: string): ReadRefusal {
  const texts = textsOfBody(body);
  if (type === undefined) return classify(texts, status);
  return classify({ ...texts, codes: new Set([...texts.codes, toCode(type)]) }, status);
}

/**
 * Reads an event or a whole answer that came as a success and reports an error. Undefined if it reports none, so that no words of a
 * reply are taken for an error's.
 */
export function readErrorObject(json: string, status: number | undefined): ReadRefusal | undefined {
  const error = errorPart(json);
  return error === undefined ? undefined : classify(textsOf(error), status);
}

const ERROR_FIELDS = ['error', 'errors', 'error_msg', 'error_message', 'base_resp'];

function errorPart(json: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first !== 'object' || first === null) return undefined;
  const fields = first as Record<string, unknown>;
  if (fields['object'] === 'error' || fields['type'] === 'error' || fields['status'] === 'error')
    return fields;
  const parts = ERROR_FIELDS.map((name) => fields[name]).filter(
    (part) => part !== undefined && part !== null,
  );
  return parts.length === 0 ? undefined : parts;
}

function classify(texts: ErrorTexts, status: number | undefined): ReadRefusal {
  const row = rowOf(texts, status);
  const reason = row?.reason;
  // Beside a quota of a day its vendor hints at some seconds, after which it would refuse again.
  const retryAfterSeconds = reason === 'quota' ? SPENT_QUOTA_SECONDS : texts.retryDelaySeconds;
  if (row === undefined || reason === undefined) return { refusal: undefined, retryAfterSeconds };
  if (reason === 'parameter') {
    const parameters = parametersIn(texts);
    return { refusal: parameters.length > 0 ? { reason, parameters } : undefined, retryAfterSeconds };
  }
  const counts = reason === 'context_length' || reason === 'output_ceiling' ? countsIn(texts) : {};
  // A ceiling that depends on the prompt is no ceiling.
  const isWindow = reason === 'output_ceiling' && counts.prompt !== undefined;
  if (isWindow) return { refusal: { reason: 'context_length', ...counts }, retryAfterSeconds };
  const isByWords = mayBeQuoted(row, texts, status);
  return { refusal: { reason, ...(isByWords && { isByWords }), ...counts }, retryAfterSeconds };
}

/** What only the operator can put right, and what ejects a key or a route. */
const OF_THE_OPERATOR: ReadonlySet<RefusalReason> = new Set<RefusalReason>([
  'account',
  'credential',
  'expired',
  'model',
  'quota',
  'throttled',
]);
/** Statuses of a response in which an engine quotes what is wrong with the request. */
const QUOTING_STATUSES: ReadonlySet<number | undefined> = new Set([400, 413, 422]);

function mayBeQuoted({ reason, codes }: RefusalRow, texts: ErrorTexts, status: number | undefined): boolean {
  if (!OF_THE_OPERATOR.has(reason) || !QUOTING_STATUSES.has(status)) return false;
  return !codes.some((code) => texts.codes.has(code));
}

function rowOf({ text, codes }: ErrorTexts, status: number | undefined): RefusalRow | undefined {
  const rows = REFUSAL_TABLE.filter(({ notWith }) => status === undefined || !notWith?.includes(status));
  // Words are more particular than codes, of which some stand for all that is wrong with a request; those about fields are less so.
  const saysSo = ({ words }: RefusalRow): boolean => words.test(text);
  return (
    rows.find((one) => one.reason !== 'parameter' && saysSo(one)) ??
    rows.find((one) => one.codes.some((code) => codes.has(code))) ??
    rows.find(saysSo)
  );
}
