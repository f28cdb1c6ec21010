/** Every status an error may have: inference contract §7.2, plus 507 for a full file store (D-19). All others are folded. */
export type ErrorStatus =
  | 400
  | 401
  | 402
  | 403
  | 404
  | 405
  | 408
  | 409
  | 413
  | 422
  | 429
  | 500
  | 502
  | 503
  | 504
  | 507;

/** Values of the fields a code may add to the error object (inference contract §7.3). An entry lists which of them it carries. */
export interface ErrorExtras {
  readonly limit: 'monthly' | 'weekly' | 'session' | 'spend_limit' | 'no_credits' | 'unavailable';
  /** RFC 3339 in UTC without fractions (D-18), or null when only new credits reopen the limit. */
  readonly resets_at: string | null;
  readonly upgrade_url: string;
  readonly add_credit_url: string;
  readonly action_url: string;
  /** The missing permission (D-71, CODE-01). */
  readonly required: 'inference' | 'workspace_resources' | 'code_telemetry';
  readonly reason: 'free_plan' | 'billing_inactive';
  /** The capability that is switched off, such as `chat_completions` (D-94). */
  readonly feature: string;
  /** What the inference hook of the organization tells the caller, or null (POLICY-10). */
  readonly policy_message: string | null;
  readonly max_bytes: number;
  readonly max_messages: number;
  /** Whose counter is full (D-76). */
  readonly scope: 'api_key' | 'user' | 'workspace' | 'organization';
  /** Always equal to `Retry-After`, so the renderer fills it in (D-17). */
  readonly retry_after_seconds: number;
}

export type ErrorExtraName = keyof ErrorExtras;

/** One row of the catalog as it is written down. `code` is given only where it differs from the row's name. */
export interface ErrorRow {
  readonly status: ErrorStatus;
  readonly code?: string;
  /** For the reference: the condition, seen from the caller. */
  readonly when: string;
  /** For the caller: what happened and what to do next. Names no vendor, host or engine (ERR-05). */
  readonly message: string;
  readonly extra?: readonly ErrorExtraName[];
  /** Seconds sent as Retry-After when the thrower knows no better. Present on every 429 and 503, absent elsewhere (D-17). */
  readonly retryAfterSeconds?: number;
  /** Response headers that belong to the code itself. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A row of the catalog as it is read. */
export interface ErrorEntry extends ErrorRow {
  readonly code: string;
}

export type ErrorRows = Readonly<Record<string, ErrorRow>>;
