import { ApiError } from '@svc/contract';

/**
 * What an operation may ask of a credential (D-71): to call models, which every inference credential may, or to
 * manage what the workspace owns, which only private keys may (D-ERR-5).
 */
export type Scope = 'inference' | 'workspace_resources';

/** What an operation asks of a key or token that may call models. */
export interface Wanted {
  /** Whether the operation takes inference credentials at all. */
  readonly admitted: boolean;
  readonly scope: Scope;
}

const MESSAGES: Readonly<Record<Scope, string | undefined>> = {
  inference: undefined,
  workspace_resources:
    'This credential can only call models. Use a private key of the workspace, which begins with sk_live_.',
};

/** 403 for a credential without the scope, which the error names in `required`. */
export function scopeRefusal(scope: Scope): ApiError {
  const message = MESSAGES[scope];
  return new ApiError('insufficient_scope', { extra: { required: scope }, ...(message ? { message } : {}) });
}
