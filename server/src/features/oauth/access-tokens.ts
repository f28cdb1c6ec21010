import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { isSurface, type LimitValues, type Surface } from '@svc/contract';
import { newId, RecentMap, toDate, type Clock } from '#kit';
import type { SigningKeys } from './signing-keys.ts';

const ALGORITHM = 'RS256';
const TYPE = 'at+jwt';
const REMEMBERED_TOKENS = 50_000;
const CLAIMS = ['sub', 'org_id', 'sid', 'client_id', 'surface', 'scope', 'iat', 'exp', 'jti'];

/** What a token says of the session it belongs to. */
export interface TokenSubject {
  readonly sessionId: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly workspaceId: string | null;
  readonly clientId: string;
  readonly surface: Surface;
  /** Separated by spaces. */
  readonly scope: string;
  /** It ends with its session, if that is sooner. */
  readonly sessionExpiresAtMs: number;
}

export interface IssuedToken {
  readonly token: string;
  readonly expiresInS: number;
}

/** What is believed of a token: the rest is read from its session. */
export interface VerifiedToken {
  readonly sessionId: string;
  readonly clientId: string;
  readonly surface: Surface;
  readonly scopes: readonly string[];
  readonly believedUntilMs: number;
}

/** Access tokens of sign-in sessions (D-69, RFC 9068): issued, and verified without a lookup. */
export class AccessTokens {
  readonly #keys: SigningKeys;
  readonly #clock: Clock;
  readonly #limits: () => LimitValues;
  readonly #issuer: string;
  /** Verified ones by the fingerprint of the whole token: a signature is checked once, not with every call. */
  readonly #verified = new RecentMap<string, VerifiedToken>(REMEMBERED_TOKENS);

  constructor(parts: { keys: SigningKeys; clock: Clock; limits: () => LimitValues; issuer: string }) {
    this.#keys = parts.keys;
    this.#clock = parts.clock;
    this.#limits = parts.limits;
    this.#issuer = parts.issuer;
  }

  async sign(subject: TokenSubject): Promise<IssuedToken> {
    const { kid, privateKey } = await this.#keys.current();
    const nowMs = this.#clock.nowMs();
    const issuedAtS = Math.floor(nowMs / 1000);
    const expiresInS = Math.min(
      this.#limits().access_token_s,
      Math.ceil((subject.sessionExpiresAtMs - nowMs) / 1000),
    );
    const claims = {
      iss: this.#issuer,
      aud: this.#issuer,
      sub: subject.userId,
      org_id: subject.organizationId,
      workspace_id: subject.workspaceId,
      sid: subject.sessionId,
      client_id: subject.clientId,
      surface: subject.surface,
      scope: subject.scope,
      iat: issuedAtS,
      exp: issuedAtS + expiresInS,
      jti: newId('token_', nowMs),
    };
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
      .sign(privateKey);
    return { token, expiresInS };
  }

  /**
   * Undefined for a token that was not issued here or has expired; at once for one that was seen before. `fingerprint` is the
   * token's (#kit). Rejects with 503 `authorization_unavailable` when its key is not known here and the store is away.
   */
  verify(token: string, fingerprint: string): VerifiedToken | undefined | Promise<VerifiedToken | undefined> {
    const known = this.#verified.get(fingerprint);
    if (known) return known.believedUntilMs > this.#clock.nowMs() ? known : undefined;
    return this.#verify(token, fingerprint);
  }

  async #verify(token: string, fingerprint: string): Promise<VerifiedToken | undefined> {
    const { access_token_s: longestS, access_token_leeway_s: leewayS } = this.#limits();
    try {
      const { payload } = await jwtVerify(token, (header) => this.#keyOf(header.kid), {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: this.#issuer,
        audience: this.#issuer,
        requiredClaims: CLAIMS,
        clockTolerance: leewayS,
        // Also refuses what was issued in the future.
        maxTokenAge: longestS,
        currentDate: toDate(this.#clock.nowMs()),
      });
      const verified = toVerified(payload, leewayS);
      if (verified) this.#verified.set(fingerprint, verified);
      return verified;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  async #keyOf(kid: string | undefined) {
    const key = kid === undefined ? undefined : await this.#keys.find(kid);
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key;
  }
}

function toVerified(
  { sid, client_id: clientId, surface, scope, exp }: JWTPayload,
  leewayS: number,
): VerifiedToken | undefined {
  if (
    typeof sid !== 'string' ||
    typeof clientId !== 'string' ||
    typeof surface !== 'string' ||
    typeof scope !== 'string'
  )
    return undefined;
  if (!isSurface(surface)) return undefined;
  return {
    sessionId: sid,
    clientId,
    surface,
    scopes: scope.split(' '),
    believedUntilMs: (exp! + leewayS) * 1000,
  };
}
