import { ApiError, type ErrorName } from '@svc/contract';

/** `scimType` of RFC 7644 §3.12, as far as anything here refuses with one. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'tooMany'
  | 'uniqueness';

const CONFLICTS: ReadonlySet<ScimType> = new Set(['mutability', 'uniqueness']);

/** A refusal in SCIM's form: 409 for what conflicts with the state, else 400. */
export function scimError(type: ScimType, message: string): ApiError {
  const name: ErrorName = CONFLICTS.has(type) ? 'resource_conflict' : 'invalid_parameter';
  return new ApiError(name, { message, vendor: { code: type } });
}
