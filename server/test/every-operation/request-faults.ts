import { type ErrorName, LIMITS, type Operation, type RequestedOperation } from '@svc/contract';

const WEBHOOKS_FLAG = 'webhooks-2026-11-01';

type Requested = RequestedOperation & Partial<Operation>;

/** A request that is being made. With a `content-length` of its own its body never comes. */
export interface Draft {
  readonly headers: Record<string, string>;
  body: string | undefined;
}

/** One thing that is wrong with a request behind its path and method. */
export interface RequestFault {
  readonly name: string;
  applies(operation: Requested): boolean;
  make(draft: Draft, operation: Requested): void;
  readonly status: number;
  readonly code: ErrorName;
  /** What the error names. */
  readonly param?: string;
}

const isKeys = ({ credential }: Requested): boolean =>
  ['inference', 'inference_or_admin', 'workspace', 'admin'].includes(credential);
const isPersons = ({ credential }: Requested): boolean =>
  credential === 'console_session' || credential === 'operator_session';
const isPublic = ({ credential }: Requested): boolean => credential === 'none';
const isChange = ({ method }: Requested): boolean => method !== 'GET';
const isPage = ({ path }: Requested): boolean => path.startsWith('/console/api/');
/** The key of these requests is none of a code client, which telemetry asks for first. */
const hasFlags = (operation: Requested): boolean =>
  isKeys(operation) && !operation.isVendorApi && operation.id !== 'reportCodeTelemetry';
/** Telemetry has media types of its own, the sign-in of programs takes forms, and uploads are read by their handlers. */
export const takesJson = ({ id, bodyLimit, transfer = 'json', errorStyle }: Requested): boolean =>
  bodyLimit !== undefined &&
  transfer !== 'streamed' &&
  id !== 'reportCodeTelemetry' &&
  errorStyle !== 'oauth';
/** Model calls tell of a list that their first field is missing. */
const checksFields = (operation: Requested): boolean =>
  takesJson(operation) && operation.bodyUnder !== undefined;

const without =
  (name: string) =>
  ({ headers }: Draft): void => {
    delete headers[name];
  };
const withBody =
  (body: string) =>
  (draft: Draft): void => {
    draft.body = body;
  };

/** In the order in which they are told (D-01, D-ERR-3), that of pages from their session to their fields. */
export const REQUEST_FAULTS: readonly RequestFault[] = [
  {
    name: 'no key',
    applies: (operation) => isKeys(operation) || operation.credential === 'operator',
    make: without('authorization'),
    status: 401,
    code: 'unauthenticated',
  },
  {
    name: 'no session',
    applies: isPersons,
    make: without('cookie'),
    status: 401,
    code: 'session_required',
  },
  {
    name: 'the origin of another site',
    applies: (operation) =>
      isChange(operation) && isPage(operation) && (isPersons(operation) || isPublic(operation)),
    make: ({ headers }) => void (headers['origin'] = 'https://evil.test'),
    status: 403,
    code: 'csrf_rejected',
  },
  {
    name: 'no token of the page',
    applies: (operation) => isChange(operation) && isPersons(operation),
    make: without('svc-csrf'),
    status: 403,
    code: 'csrf_rejected',
  },
  {
    name: 'an unknown flag',
    applies: hasFlags,
    make: ({ headers }) => void (headers['svc-beta'] = 'x-2020-01-01'),
    status: 400,
    code: 'unknown_beta',
    param: 'svc-beta',
  },
  {
    name: 'the flag of another family',
    applies: (operation) => hasFlags(operation) && operation.beta !== undefined,
    make: ({ headers }, { beta }) =>
      void (headers['svc-beta'] = beta === WEBHOOKS_FLAG ? 'agents-2026-11-01' : WEBHOOKS_FLAG),
    status: 400,
    code: 'beta_required',
    param: 'svc-beta',
  },
  {
    name: 'no flag',
    applies: (operation) => hasFlags(operation) && operation.beta !== undefined,
    make: without('svc-beta'),
    status: 400,
    code: 'beta_required',
    param: 'svc-beta',
  },
  {
    name: 'an unpublished version',
    applies: (operation) => hasFlags(operation) && operation.status === 'preview',
    make: ({ headers }) => void (headers['svc-version'] = '1999-01-01'),
    status: 400,
    code: 'invalid_version',
    param: 'svc-version',
  },
  {
    name: 'a declared size that is too large',
    applies: takesJson,
    make: ({ headers }, { bodyLimit }) => void (headers['content-length'] = String(LIMITS[bodyLimit!] + 1)),
    status: 413,
    code: 'payload_too_large',
  },
  {
    name: 'another media type',
    applies: takesJson,
    make: ({ headers }) => void (headers['content-type'] = 'text/plain'),
    status: 400,
    code: 'invalid_request',
    param: 'Content-Type',
  },
  {
    name: 'compression',
    applies: takesJson,
    make: ({ headers }) => void (headers['content-encoding'] = 'gzip'),
    status: 400,
    code: 'invalid_request',
    param: 'Content-Encoding',
  },
  { name: 'no JSON', applies: takesJson, make: withBody('{'), status: 400, code: 'invalid_json' },
  { name: 'a list', applies: checksFields, make: withBody('[]'), status: 400, code: 'invalid_request' },
  {
    name: 'an unknown field',
    applies: (operation) => checksFields(operation) && !operation.isVendorApi,
    make: withBody('{"nobody_knows":1}'),
    status: 400,
    code: 'unknown_parameter',
    param: 'nobody_knows',
  },
];

/** Status, code and field of the refusal as an operation answers it. Other vendors have words of their own (COMPE-01, COMPE-07, COMPE-08). */
export function refusalOf({ errorStyle }: Requested, { status, code, param }: RequestFault): string {
  if (errorStyle === 'anthropic') return `${status} ${ANTHROPIC_TYPES[status] ?? 'invalid_request_error'}`;
  if (errorStyle === 'openai' || errorStyle === 'openai_responses') {
    if (status === 401) return '401 invalid_api_key';
    if (status === 413) return `${errorStyle === 'openai' ? 413 : 400} request_too_large`;
  }
  // Chat names of fields and headers its flags alone (ERR-06).
  const named = errorStyle === 'chat' && param !== 'svc-beta' ? undefined : param;
  return [status, code, named ?? []].flat().join(' ');
}

const ANTHROPIC_TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  413: 'request_too_large',
};
