import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import { ApiError, type LimitValues } from '@svc/contract';
import type { HttpExchange, Person } from '#exchange';
import { userAgentOf } from '#features/audit';
import { DAY_MS, deriveKey, HOUR_MS, newId, type Clock, type Secret } from '#kit';
import type { Tables } from '#store';
import type { SignInCookies } from './sign-in-cookies.ts';
import { SESSION_USE_MS } from './sign-in-limits.ts';
import { findHome } from './store/memberships.ts';
import type { Living } from './store/own-sessions.ts';
import {
  insertSession,
  loadSession,
  noteUse,
  type LoadedSession,
  type SessionOrigin,
} from './store/sessions.ts';

export interface PersonSessionsParts {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly limits: () => LimitValues;
  readonly dataKey: Secret;
  readonly signInCookies: SignInCookies;
}

export interface StartedSession {
  readonly id: string;
  readonly token: string;
  readonly organizationId: string | null;
  readonly cookie: string;
}

/**
 * Who is signed in. The database is asked each time, so that an ended session, a suspended member and a disabled account are
 * refused by the very next request on every node.
 */
export class PersonSessions {
  readonly #parts: PersonSessionsParts;
  readonly #csrfKey: Buffer;

  constructor(parts: PersonSessionsParts) {
    this.#parts = parts;
    this.#csrfKey = deriveKey(parts.dataKey, 'svc console csrf');
  }

  /** The person behind a Cookie header. Throws 401 `session_required`, 403 `account_disabled`. */
  async find(cookies: string | undefined): Promise<Person> {
    const token = this.#parts.signInCookies.findSigned(cookies, 'session_token');
    if (token === undefined) throw new ApiError('session_required');
    return this.load(token);
  }

  /** The person whose session has the token. Throws the same. */
  async load(token: string): Promise<Person> {
    const { db } = this.#parts;
    const living = this.livingNow();
    const session = requireLive(await loadSession(db, { token }, living));
    const { id, user_id: userId, organization_id: organizationId } = session;
    const role = opensOrganization(session) ? session.role : null;
    const memberOf = role === null ? null : organizationId;
    if (living.nowMs - session.updated_at >= SESSION_USE_MS)
      await noteUse(db, { id, userId, organizationId: memberOf }, living.nowMs);
    return {
      kind: 'person',
      userId,
      email: session.email,
      name: session.name,
      sessionId: id,
      organizationId,
      ssoConnectionId: session.sso_connection_id,
      hasSecondFactor: session.two_factor_enabled,
      membership:
        organizationId !== null && role !== null
          ? { organizationId, role, isAvailable: session.organization_status === 'active' }
          : undefined,
    };
  }

  /**
   * Looks again whether the session goes on, with what the transaction `db` sees. For changes that come long after the request was
   * judged: behind a password's hash, or an upload. Throws 401 `session_required`, 403 `account_disabled`.
   */
  async requireCurrent(db: Kysely<Tables>, { sessionId: id }: Pick<Person, 'sessionId'>): Promise<void> {
    requireLive(await loadSession(db, { id }, this.livingNow()));
  }

  /**
   * Starts a session, in the organization given or the one the person used last, by the connection given, for no longer than its provider
   * says (SSO-18). Checks no factor: that is the caller's part. Throws 403 `account_disabled`, and 401 `sign_in_expired` after that end.
   */
  async start(
    db: Kysely<Tables>,
    exchange: HttpExchange,
    userId: string,
    from: SessionOrigin & { readonly organizationId?: string | undefined } = {},
  ): Promise<StartedSession> {
    const { clock, limits, signInCookies } = this.#parts;
    const home = await findHome(db, userId);
    if (home?.account !== 'enabled') throw new ApiError('account_disabled');
    const nowMs = clock.nowMs();
    const ownEndMs = nowMs + limits().console_session_total_days * DAY_MS;
    const expiresAtMs = Math.min(ownEndMs, from.sessionEndsAtMs ?? ownEndMs);
    if (expiresAtMs <= nowMs) throw new ApiError('sign_in_expired');
    const [id, token] = [newId('sess_', nowMs), randomBytes(24).toString('base64url')];
    const organizationId = from.organizationId ?? home.organizationId;
    await insertSession(db, {
      id,
      token,
      user_id: userId,
      organization_id: organizationId,
      ip_address: exchange.address,
      user_agent: userAgentOf(exchange) ?? '',
      sso_connection_id: from.connectionId ?? null,
      sso_ends_at: from.sessionEndsAtMs ?? null,
      created_at: nowMs,
      updated_at: nowMs,
      expires_at: expiresAtMs,
    });
    const cookie = signInCookies.setSigned('session_token', token, Math.ceil((expiresAtMs - nowMs) / 1000));
    return { id, token, organizationId, cookie };
  }

  /** Which sessions have not ended by themselves. */
  livingNow(): Living {
    const { clock, limits } = this.#parts;
    return livingAt(limits(), clock.nowMs());
  }

  /**
   * What every change of this session must carry beside the cookie, which other sites can make a browser send. It is another one in
   * each organization: a page that was loaded in one changes nothing in the next, where the person went by another page.
   */
  csrfTokenOf({ sessionId, organizationId }: Pick<Person, 'sessionId' | 'organizationId'>): string {
    return createHmac('sha256', this.#csrfKey)
      .update(JSON.stringify([sessionId, organizationId]))
      .digest('base64url');
  }

  isCsrfToken(person: Person, given: string): boolean {
    const [expected, actual] = [Buffer.from(this.csrfTokenOf(person)), Buffer.from(given)];
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  }
}

export function livingAt(limits: LimitValues, nowMs: number): Living {
  return { nowMs, usedSinceMs: nowMs - limits.console_session_idle_hours * HOUR_MS };
}

/** One that began without single sign-on has ended once an organization requires that of the person (SSO-15). */
function requireLive(session: LoadedSession | undefined): LoadedSession {
  if (!session) throw new ApiError('session_required');
  if (session.account !== 'enabled') throw new ApiError('account_disabled');
  if (session.requiring_organization_id !== null && session.sso_connection_id === null)
    throw new ApiError('session_required');
  return session;
}

/** An organization that requires single sign-on takes its own connections alone: the provider of another one does not vouch for its people. */
function opensOrganization({
  organization_id: organizationId,
  requiring_organization_id: requiringId,
  connection_organization_id: connectionOf,
}: LoadedSession): boolean {
  return requiringId !== organizationId || connectionOf === organizationId;
}
