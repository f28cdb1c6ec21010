import { ERRORS, TYPE_BY_STATUS, type ErrorExtras, type ErrorName, type ErrorStatus } from '../errors.ts';
import { HEADERS } from '../names.ts';
import type { Operation } from '../operations/operation.ts';
import { referTo, type JsonObject } from './api-description.ts';
import { REQUEST_ID } from '../reference/objects/ids.ts';

/** What each status is called in `components.responses`. */
const STATUS_NAMES: Readonly<Record<ErrorStatus, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  402: 'PaymentRequired',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  408: 'RequestTimeout',
  409: 'Conflict',
  413: 'ContentTooLarge',
  422: 'UnprocessableContent',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  502: 'BadGateway',
  503: 'ServiceUnavailable',
  504: 'GatewayTimeout',
  507: 'InsufficientStorage',
};

const EXTRAS: ErrorExtras = {
  limit: 'weekly',
  resets_at: '2026-11-09T00:00:00Z',
  upgrade_url: 'https://console.svc.example/billing',
  add_credit_url: 'https://console.svc.example/billing',
  action_url: 'https://console.svc.example/billing',
  required: 'inference',
  reason: 'free_plan',
  feature: 'chat_completions',
  policy_message: 'Names of customers may not leave the company.',
  max_bytes: 2_000_000,
  max_messages: 500,
  scope: 'api_key',
  retry_after_seconds: 5,
};

type NamesByStatus = ReadonlyMap<ErrorStatus, readonly ErrorName[]>;

function byStatus(names: readonly ErrorName[]): NamesByStatus {
  const grouped = new Map<ErrorStatus, ErrorName[]>();
  for (const name of names) {
    const { status } = ERRORS[name];
    grouped.set(status, [...(grouped.get(status) ?? []), name]);
  }
  return new Map([...grouped].toSorted(([a], [b]) => a - b));
}

const keyOf = (names: readonly ErrorName[]): string => names.toSorted().join(' ');

/** Describes refusals and failures. What most operations answer with a status is written once, as a component. */
export class ErrorDescriptions {
  readonly #common = new Map<ErrorStatus, readonly ErrorName[]>();

  /** `operations` are all there are, whichever of them are described: names of components do not depend on the flags of a query. */
  constructor(operations: readonly Operation[]) {
    const uses = new Map<string, { status: ErrorStatus; names: readonly ErrorName[]; count: number }>();
    for (const { errors } of operations) {
      for (const [status, names] of byStatus(errors)) {
        const use = uses.get(keyOf(names)) ?? { status, names, count: 0 };
        uses.set(keyOf(names), use);
        use.count++;
      }
    }
    // Ascending, so that the most frequent one stays.
    for (const { status, names, count } of [...uses.values()].toSorted((a, b) => a.count - b.count))
      if (count > 1) this.#common.set(status, names);
  }

  /** Responses of an operation by status. */
  responses(names: readonly ErrorName[]): Record<string, JsonObject> {
    return Object.fromEntries(
      [...byStatus(names)].map(([status, ofStatus]) => [
        String(status),
        keyOf(this.#common.get(status) ?? []) === keyOf(ofStatus)
          ? referTo('responses', STATUS_NAMES[status])
          : describeFailure(status, ofStatus),
      ]),
    );
  }

  get components(): Record<string, JsonObject> {
    return Object.fromEntries(
      [...this.#common].map(([status, names]) => [STATUS_NAMES[status], describeFailure(status, names)]),
    );
  }
}

function describeFailure(status: ErrorStatus, names: readonly ErrorName[]): JsonObject {
  const codes = [...new Set(names.map((name) => `\`${ERRORS[name].code}\``))];
  return {
    description: `Type \`${TYPE_BY_STATUS[status]}\`, ${codes.length > 1 ? 'codes' : 'code'} ${codes.join(', ')}.`,
    headers: headersOf(status),
    content: {
      'application/json': {
        schema: referTo('schemas', 'Error'),
        examples: Object.fromEntries(names.map((name) => [name, referTo('examples', name)])),
      },
    },
  };
}

function headersOf(status: ErrorStatus): JsonObject {
  const names: string[] = [HEADERS.requestId, HEADERS.svcRequestId];
  if (status === 405) names.push('allow');
  if (status === 429 || status === 503) names.push(HEADERS.retryAfter);
  return Object.fromEntries(names.map((name) => [name, referTo('headers', name)]));
}

/** The body of each error, by its name in the catalog. */
export function errorExamples(): Record<string, JsonObject> {
  return Object.fromEntries(
    Object.entries(ERRORS).map(([name, { status, code, when, message, extra = [], retryAfterSeconds }]) => {
      const error = {
        type: TYPE_BY_STATUS[status],
        code,
        message,
        param: null,
        request_id: REQUEST_ID,
        ...Object.fromEntries(extra.map((field) => [field, EXTRAS[field]])),
        ...(retryAfterSeconds === undefined ? {} : { retry_after: retryAfterSeconds }),
      };
      return [name, { summary: when, value: { error } }];
    }),
  );
}
