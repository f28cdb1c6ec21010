import { ERRORS, type ApiError, type ErrorName } from '@svc/contract';
import type { RenderedError } from '#exchange';

const SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** What is wrong with the form of a body, whatever operation it is sent to. */
const SYNTAX: ReadonlySet<ErrorName> = new Set(['invalid_json', 'invalid_request']);

/** The form of RFC 7644 §3.12 (SCIM-02). What a directory refuses by its own rules names the `scimType`. */
export function renderScimError(error: ApiError): RenderedError {
  const { catalogName, status, options } = error;
  const type = options.vendor?.code ?? (SYNTAX.has(catalogName) ? 'invalidSyntax' : undefined);
  const retryAfter = error.retryAfterSeconds;
  const headers = ['cache-control', 'no-store'];
  if (retryAfter !== undefined) headers.push('retry-after', String(retryAfter));
  for (const [name, value] of Object.entries({ ...ERRORS[catalogName].headers, ...options.headers }))
    headers.push(name, value);
  const body = {
    schemas: [SCHEMA],
    status: String(status),
    ...(type === undefined ? {} : { scimType: type }),
    detail: error.message,
  };
  return { status, code: error.code, headers, body: JSON.stringify(body) };
}
