import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import { ApiError, type OperatorSession } from '@svc/contract';
import type { OperatorCaller } from '#exchange';
import {
  deriveKey,
  fingerprint,
  fingerprintBytes,
  HOUR_MS,
  MINUTE_MS,
  newId,
  newSecret,
  parseCookies,
  serializeCookie,
  type Clock,
  type Secret,
} from '#kit';
import type { Tables } from '#store';
import {
  deleteSession,
  dropEnded,
  insertSession,
  loadSession,
  noteSessionUse,
  type Living,
} from './store/sessions.ts';

/** Shorter than in the Console: one session reaches every organization. */
const IDLE_MS = HOUR_MS;
const TOTAL_MS = 12 * HOUR_MS;

export interface OperatorSessionsParts {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly dataKey: Secret;
  /** Public address of the service. */
  readonly baseUrl: string;
  /** Of the provider in the configuration. */
  readonly issuer: () => string | undefined;
}

/**
 * Which operator is signed in. Sessions have a table, a cookie and a token of their own: one of the Console is none here, and the
 * reverse. The database is asked each time, so that a removed operator is refused by the next request on every node.
 */
export class OperatorSessions {
  readonly #parts: OperatorSessionsParts;
  readonly #csrfKey: Buffer;
  readonly #isSecure: boolean;

  constructor(parts: OperatorSessionsParts) {
    this.#parts = parts;
    this.#csrfKey = deriveKey(parts.dataKey, 'svc operator csrf');
    this.#isSecure = new URL(parts.baseUrl).protocol === 'https:';
  }

  /** The operator behind a Cookie header. Throws 401 `session_required`. */
  async find(cookies: string | undefined): Promise<OperatorCaller> {
    const token = parseCookies(cookies).get(this.#cookieName);
    const { db } = this.#parts;
    const living = this.livingNow();
    const session =
      token === undefined ? undefined : await loadSession(db, { fingerprint: digest(token) }, living);
    if (!session) throw new ApiError('session_required');
    if (living.nowMs - session.used_at >= MINUTE_MS) await noteSessionUse(db, session.id, living.nowMs);
    return {
      kind: 'operator',
      id: session.operator_id,
      name: session.email,
      role: session.role,
      sessionId: session.id,
    };
  }

  /** The session with its operator as a transaction sees them; undefined when it has ended or the operator was removed. */
  findCurrent(db: Kysely<Tables>, id: string) {
    return loadSession(db, { id }, this.livingNow());
  }

  /** Begins a session, at the provider of the issuer or with a password, and returns its cookie. */
  async start(db: Kysely<Tables>, operatorId: string, issuer: string | null): Promise<string> {
    const nowMs = this.#parts.clock.nowMs();
    const token = newSecret('');
    const session = { id: newId('opersess_', nowMs), operatorId, issuer, expiresAtMs: nowMs + TOTAL_MS };
    await insertSession(db, { ...session, fingerprint: digest(token.reveal()) }, nowMs);
    return this.#cookie(token.reveal(), TOTAL_MS / 1000);
  }

  /** Ends a session, and answers with the cookie that takes its own away. */
  async end(sessionId: string): Promise<string> {
    await deleteSession(this.#parts.db, sessionId);
    return this.#cookie('', 0);
  }

  async read(
    { id, name: email, role, sessionId = '' }: OperatorCaller,
    name: string,
  ): Promise<OperatorSession> {
    return {
      type: 'operator_session',
      id: sessionId,
      operator: { id, email, name, role },
      csrf_token: this.#csrfTokenOf(sessionId),
    };
  }

  /** Whether a change carries what only a page can know that may read answers of this session. */
  isCsrfToken({ sessionId = '' }: OperatorCaller, given: string): boolean {
    const [expected, actual] = [Buffer.from(this.#csrfTokenOf(sessionId)), Buffer.from(given)];
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  }

  dropEnded(): Promise<void> {
    return dropEnded(this.#parts.db, this.livingNow());
  }

  /** Sessions live that end later than now, were used since then, and did not begin at a provider that is not in use any more. */
  livingNow(): Living {
    const nowMs = this.#parts.clock.nowMs();
    return { nowMs, usedSinceMs: nowMs - IDLE_MS, issuer: this.#parts.issuer() ?? null };
  }

  #csrfTokenOf(sessionId: string): string {
    return createHmac('sha256', this.#csrfKey).update(sessionId).digest('base64url');
  }

  /** The prefix makes browsers accept the cookie only from this host over TLS. */
  get #cookieName(): string {
    return this.#isSecure ? '__Host-svc_operator' : 'svc_operator';
  }

  #cookie(value: string, maxAgeS: number): string {
    return serializeCookie(this.#cookieName, value, {
      maxAgeS,
      isSecure: this.#isSecure,
      sameSite: 'Strict',
    });
  }
}

function digest(token: string): Buffer {
  return fingerprintBytes(fingerprint(token));
}
