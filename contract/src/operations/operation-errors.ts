import type { ErrorName } from '../errors.ts';
import type { Method } from './operation.ts';

/** What any operation can answer, whatever its credential. */
export const COMMON_ERRORS = [
  'invalid_request',
  'method_not_allowed',
  'request_timeout',
  'internal_error',
  'temporarily_unavailable',
  'service_unavailable',
] as const satisfies readonly ErrorName[];

/** What any operation that takes a credential can answer, in the order the causes are looked at (D-65). */
export const CREDENTIAL_ERRORS = [
  'unauthenticated',
  'public_key_rejected',
  'invalid_api_key',
  'revoked_api_key',
  'expired_api_key',
  'invalid_token',
  'token_revoked',
  'ip_not_allowed',
  'origin_not_allowed',
  'insufficient_scope',
  'org_required',
  'org_membership_required',
  'account_disabled',
  'org_unavailable',
  'workspace_archived',
  'plan_required',
  'forbidden',
  'authorization_unavailable',
  'plan_check_unavailable',
  'rate_limited',
  'unknown_beta',
] as const satisfies readonly ErrorName[];

const BODY_ERRORS = [
  'payload_too_large',
  'invalid_json',
  'unknown_parameter',
] as const satisfies readonly ErrorName[];

interface SchemaUse {
  readonly hasBody: boolean;
  readonly hasQuery: boolean;
}

/** What an operation can answer that checks its body and its query by their schemas. */
export function schemaErrors(use: SchemaUse): readonly ErrorName[] {
  return use.hasBody ? [...BODY_ERRORS, 'read_only_field', 'invalid_parameter'] : plainSchemaErrors(use);
}

/** The same where the body is no object that the service keeps. */
export function plainSchemaErrors({ hasBody, hasQuery }: SchemaUse): readonly ErrorName[] {
  return [...(hasBody ? BODY_ERRORS : []), ...(hasBody || hasQuery ? (['invalid_parameter'] as const) : [])];
}

/** `replays`: as in `Operation`. */
interface Repeatable {
  readonly method: Method;
  readonly replays?: false;
}

/** What a change can answer that may be sent again with the same key. */
export function repetitionErrors({ method, replays }: Repeatable): readonly ErrorName[] {
  return method === 'POST' && replays !== false ? ['idempotency_key_reused', 'resource_conflict'] : [];
}

/** What a change can answer that a page makes with a cookie. */
export function csrfErrors({ method }: { readonly method: Method }): readonly ErrorName[] {
  return method === 'GET' ? [] : ['csrf_rejected'];
}
