import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import { ApiError, type LimitValues } from '@svc/contract';
import type { Person } from '#exchange';
import { deriveKey, HOUR_MS, type Clock, type Secret } from '#kit';
import type { Tables } from '#store';
import { readSignedCookie } from './read-signed-cookie.ts';
import type { BetterAuth } from './better-auth.ts';
import { SESSION_USE_MS } from './sign-in-limits.ts';
import type { Living } from './store/own-sessions.ts';
import { loadSession, noteUse } from './store/sessions.ts';

export interface PersonSessionsParts {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly limits: () => LimitValues;
  readonly dataKey: Secret;
  readonly betterAuth: BetterAuth;
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
    const token = await this.#readToken(cookies);
    if (token === undefined) throw new ApiError('session_required');
    const { db } = this.#parts;
    const living = this.livingNow();
    const session = await loadSession(db, token, living);
    if (!session) throw new ApiError('session_required');
    if (session.account !== 'enabled') throw new ApiError('account_disabled');
    const { id, user_id: userId, organization_id: organizationId, role } = session;
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
      hasSecondFactor: session.two_factor_enabled,
      membership:
        organizationId !== null && role !== null
          ? { organizationId, role, isAvailable: session.organization_status === 'active' }
          : undefined,
    };
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

  async #readToken(cookies: string | undefined): Promise<string | undefined> {
    const { authCookies, secret } = await this.#parts.betterAuth.$context;
    return readSignedCookie(cookies, authCookies.sessionToken.name, secret);
  }
}

export function livingAt(limits: LimitValues, nowMs: number): Living {
  return { nowMs, usedSinceMs: nowMs - limits.console_session_idle_hours * HOUR_MS };
}
