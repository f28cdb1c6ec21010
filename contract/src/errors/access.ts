import type { ErrorRows } from './entry.ts';

/** Credentials that are not accepted, and accepted ones that may not do this (inference contract §5, platform contract §5). */
export const ACCESS_ERRORS = {
  unauthenticated: {
    status: 401,
    when: 'There is no `Authorization` header, or it is not a bearer credential.',
    message: 'No credential was sent. Send the header Authorization: Bearer followed by your API key.',
  },
  invalid_api_key: {
    status: 401,
    when: 'The value matches no key; on chat completions also when the key is inactive.',
    message: 'The API key is not valid. Check that it was copied completely and is active.',
  },
  inactive_api_key: {
    status: 401,
    when: 'The key is inactive.',
    message: 'The API key is inactive. Ask an administrator to activate it or use another key.',
  },
  revoked_api_key: {
    status: 401,
    when: 'The key was revoked.',
    message: 'The API key was revoked and will not work again. Use another key.',
  },
  expired_api_key: {
    status: 401,
    when: 'The key has expired.',
    message: 'The API key has expired. Create a new key and use that.',
  },
  invalid_token: {
    status: 401,
    when: 'The sign-in token failed verification or is past its expiry.',
    message: 'The sign-in token is not valid or has expired. Refresh it or sign in again.',
  },
  token_revoked: {
    status: 401,
    when: 'The sign-in session behind the token was revoked.',
    message: 'The sign-in session was ended. Sign in again.',
  },
  org_required: {
    status: 400,
    when: 'A desktop sign-in is not bound to a workspace.',
    message: 'This sign-in is not connected to a workspace. Choose a workspace and sign in again.',
  },
  forbidden: {
    status: 403,
    when: 'The credential is valid but a policy without a code of its own refuses the call.',
    message: 'This credential may not make this call. Ask an administrator of your organization for access.',
  },
  public_key_rejected: {
    status: 403,
    when: 'A public key was used where only private ones are accepted.',
    message: 'Public keys cannot be used here. Send a private key from a server you control.',
  },
  origin_not_allowed: {
    status: 403,
    when: 'The key has an origin allowlist and the origin of the request is missing or not on it.',
    message: 'The key does not accept requests from this origin. Add the origin to the allowlist of the key.',
  },
  ip_not_allowed: {
    status: 403,
    when: 'The address of the caller is outside the allowlist of the key or the workspace.',
    message: 'The key does not accept requests from this address. Add the address to the allowlist.',
  },
  insufficient_scope: {
    status: 403,
    when: 'The credential lacks the permission named in `required`.',
    message: 'The credential lacks the permission named in required. Use a credential that has it.',
    extra: ['required'],
  },
  org_membership_required: {
    status: 403,
    when: 'The person who created the key is no longer an active member.',
    message: 'The creator of this key is no longer an active member. Ask an administrator for a new key.',
  },
  account_disabled: {
    status: 403,
    when: 'The account of the owner is disabled.',
    message: 'The account behind this credential is disabled. Contact an administrator of your organization.',
  },
  org_unavailable: {
    status: 403,
    when: 'The organization is not available.',
    message:
      'The organization behind this credential is not available. Contact the operator of this service.',
  },
  workspace_archived: {
    status: 403,
    when: 'The workspace of the key is archived.',
    message: 'The workspace of this key is archived. Unarchive it or use a key of another workspace.',
  },
  plan_required: {
    status: 403,
    when: 'The organization is on the Free plan, or its billing is inactive.',
    message: 'API access needs an active paid plan. Upgrade the plan or renew billing.',
    extra: ['reason', 'upgrade_url'],
  },
  feature_unavailable: {
    status: 403,
    when: 'The feature named in `feature` is switched off: `chat_completions` by the operator for a while, `code_telemetry` by an owner of the organization.',
    message: 'This feature is temporarily disabled. Wait a while and send the request again.',
    extra: ['feature'],
  },
  region_mismatch: {
    status: 403,
    when: 'The request reached a region other than the one that holds the data of the workspace.',
    message:
      'The data of this workspace is kept in another region. Send the request to the address of that region.',
  },
  policy_denied: {
    status: 403,
    when: 'The inference hook of the organization refused the request; `policy_message` is what it says, or null. Nothing was charged.',
    message:
      'A policy of your organization refused this request. Change the request or ask an administrator about the policy.',
    extra: ['policy_message'],
  },
} as const satisfies ErrorRows;
