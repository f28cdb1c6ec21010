import { ERRORS, type ErrorExtras, type ErrorName } from './errors.ts';

export interface ApiErrorOptions {
  /** Extra body fields of the code, exactly as the catalog lists them. */
  readonly extra?: Partial<ErrorExtras>;
  /** Path of the offending field, or the header name. Null where the contract says so (chat, 401 to 403, 429, 5xx). */
  readonly param?: string;
  /** Replaces the catalog's sentence. Written by us, never taken from an engine. */
  readonly message?: string;
  /** Seconds; sent as Retry-After and `retry_after`. Only 429 and 503 may carry it. */
  readonly retryAfterSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Said in the error forms of other vendors' protocols only. */
  readonly vendor?: VendorDetails;
  /** Kept for the log, as class and status. Never rendered. */
  readonly cause?: unknown;
}

/** What the error forms of other vendors' protocols say that ours do not (COMPE). */
export interface VendorDetails {
  /** In place of our code. */
  readonly code?: string;
  /** Further fields of the error. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** What was counted, of a rate. Absent: requests. */
  readonly measure?: 'requests' | 'input_tokens' | 'output_tokens';
  /** A prompt that is too long, in tokens. */
  readonly prompt?: { readonly tokens: number; readonly mostTokens: number };
}

/** A refusal or failure the caller may see. Its status, type and code come from the catalog (inference contract §7). */
export class ApiError extends Error {
  readonly catalogName: ErrorName;
  readonly options: ApiErrorOptions;

  constructor(name: ErrorName, options: ApiErrorOptions = {}) {
    super(
      options.message ?? ERRORS[name].message,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'ApiError';
    this.catalogName = name;
    this.options = options;
  }

  get code(): string {
    return ERRORS[this.catalogName].code;
  }

  get status(): number {
    return ERRORS[this.catalogName].status;
  }

  get retryAfterSeconds(): number | undefined {
    return this.options.retryAfterSeconds ?? ERRORS[this.catalogName].retryAfterSeconds;
  }
}
