import { OperatorError, type Loggable } from '#kit';

/** Why the database did not answer. */
export type StoreUnavailableReason =
  | 'cannot_connect'
  | 'timed_out'
  | 'connection_lost'
  | 'disk_full'
  | 'disk_failed'
  | 'too_many_connections'
  | 'server_shutting_down'
  | 'out_of_memory'
  | 'read_only'
  | 'not_allowed'
  | 'worker_gone'
  /** Refused without a query, because the database failed moments ago. */
  | 'failing'
  | 'closed';

/**
 * The database could not be reached or did not answer in time. Says nothing about the statement: after
 * `timed_out` or `connection_lost` it may or may not have taken effect. Every other error of a query is the
 * query's own fault.
 */
export class StoreUnavailable extends OperatorError implements Loggable {
  readonly reason: StoreUnavailableReason;
  /** SQLSTATE or system error code, for the log. */
  readonly code: string | undefined;

  /** `explanation` is our own text, for operators: the driver's may quote values. */
  constructor(reason: StoreUnavailableReason, cause?: unknown, explanation?: string) {
    super(
      explanation ?? `The database cannot be used: ${reason}.`,
      cause === undefined ? undefined : { cause },
    );
    this.name = 'StoreUnavailable';
    this.reason = reason;
    this.code = codeOf(cause);
  }

  toLog(): object {
    return { reason: this.reason, ...(this.code ? { code: this.code } : {}), explanation: this.message };
  }

  /** True when the statement certainly had no effect, because it was never sent. */
  get notAsked(): boolean {
    return (
      this.reason === 'failing' || this.reason === 'cannot_connect' || this.reason === 'too_many_connections'
    );
  }

  /** True when the connection itself is in doubt: it must not be reused, and the next query may fail too. */
  get breaksConnection(): boolean {
    return (
      this.reason !== 'disk_full' &&
      this.reason !== 'out_of_memory' &&
      !(this.reason === 'timed_out' && this.code === QUERY_CANCELED)
    );
  }
}

// statement_timeout: the server itself answered, so the connection is healthy and only this statement was too
// slow.
const QUERY_CANCELED = '57014';

const REASON_BY_CODE: Readonly<Record<string, StoreUnavailableReason>> = {
  '53100': 'disk_full',
  '58030': 'disk_failed',
  '53200': 'out_of_memory',
  '53300': 'too_many_connections',
  [QUERY_CANCELED]: 'timed_out',
  '57P01': 'server_shutting_down',
  '57P02': 'server_shutting_down',
  '57P03': 'server_shutting_down',
  '57P05': 'connection_lost',
  '25P03': 'connection_lost',
  // A connection that survived a failover may lead to a server that is now a standby.
  '25006': 'read_only',
};

export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** The reason for a server's SQLSTATE, or undefined when the statement itself was at fault. */
export function unavailableReason(sqlState: string | undefined): StoreUnavailableReason | undefined {
  if (sqlState === undefined) return undefined;
  return sqlState.startsWith('08') ? 'connection_lost' : REASON_BY_CODE[sqlState];
}
