/** `refused`: turned away before a model was asked. `failed`: an error of the model or of the service. */
export type CallOutcome = 'completed' | 'client_closed' | 'failed' | 'refused';

/** How a call went, of any record. Field names are the columns of `request_records`. Times are milliseconds from its arrival. */
export interface CallFacts {
  readonly streamed: boolean;
  /** Null: the caller left before there was one. */
  readonly status: number | null;
  /** Undefined: no error. */
  readonly error_code?: string | undefined;
  /** What went wrong at the engine, as a class and a status, for the operator. Undefined: nothing did. */
  readonly engine_fault?: string | undefined;
  /** The engine that was asked last. Undefined: none was. */
  readonly engine?: string | undefined;
  /** When the engine was asked. Undefined: it never was. */
  readonly queued_ms?: number | undefined;
  /** Undefined: no output came. */
  readonly first_output_ms?: number | undefined;
  readonly duration_ms: number;
}

/**
 * A call that used nothing: refused, failed, or left by its caller before any output. Calls with usage have their facts in
 * the usage record. Never anything of what was said.
 */
export interface CallRecord extends CallFacts {
  readonly request_id: string;
  readonly organization_id: string;
  /** Empty for an admin key, which belongs to no workspace. */
  readonly workspace_id: string;
  readonly key_id: string | null;
  readonly user_id: string | null;
  readonly endpoint: string;
  /** Absent: it was refused before its model was chosen. */
  readonly model?: string;
  readonly service_tier?: 'batch';
  readonly outcome: CallOutcome;
  /** Calls of the same key and minute without a record. Absent: none. */
  readonly unlisted_calls?: number;
  /** RFC 3339 in UTC with milliseconds. */
  readonly created_at: string;
}
