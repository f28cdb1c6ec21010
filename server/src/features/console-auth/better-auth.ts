import { passkey } from '@better-auth/passkey';
import { betterAuth } from 'better-auth';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { Kysely } from 'kysely';
import { ApiError, type LimitValues } from '@svc/contract';
import { deriveKey, describeError, newId, type Clock, type Log, type Secret } from '#kit';
import type { Tables } from '#store';
import { ADDRESS_HEADER } from './address-header.ts';
import { PASSKEY_TABLE, TABLES, TWO_FACTOR_TABLES } from './better-auth-tables.ts';
import { CHALLENGE_S } from './sign-in-limits.ts';
import { requireVerifiedAuthentication, requireVerifiedRegistration } from './require-user-verification.ts';
import { singleUseCodes } from './single-use-codes.ts';
import { joinableDatabase, betterAuthDatabase } from './store/better-auth-database.ts';
import { findHome } from './store/memberships.ts';

export interface BetterAuthParts {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly log: Log;
  readonly dataKey: Secret;
  readonly attemptKey: Buffer;
  readonly limits: () => LimitValues;
  /** Public address of the service. */
  readonly baseUrl: string;
}

const DAY_S = 86_400;
/** Longer ones would cost the service more than the sender. */
const PASSWORD_CHARACTERS = 128;

export type BetterAuth = ReturnType<typeof createBetterAuth>;

/**
 * better-auth, which signs people in, over our tables and by our clock. It is called in-process (`betterAuth.api`), never by a request of
 * its own, so that its own routes, limits by address and redirects do not exist. Everything it would take from the environment
 * is given here, and it sends no telemetry.
 */
export function createBetterAuth(parts: BetterAuthParts) {
  const { clock, log, dataKey, limits } = parts;
  const db = joinableDatabase(parts.db);
  const { origin, protocol } = new URL(parts.baseUrl);
  const secret = deriveKey(dataKey, 'svc sign-in').toString('base64');
  const isSecure = protocol === 'https:';
  return betterAuth({
    appName: 'Svc',
    baseURL: origin,
    basePath: '/console/api/auth',
    secret,
    secrets: [{ version: 1, value: secret }],
    trustedOrigins: [origin],
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: { level: 'error', log: (_level, _message, ...details) => noteFailure(log, details) },
    database: betterAuthDatabase(parts.db, clock),
    advanced: {
      database: {
        generateId: ({ model }) => newId(ID_PREFIXES[model] ?? 'signin_', clock.nowMs()),
        validateSchema: false,
      },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER], ipv6Subnet: 128 },
      // The prefix makes browsers accept the cookie only from this host over TLS.
      cookiePrefix: isSecure ? '__Host-svc' : 'svc',
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure },
    },
    ...TABLES,
    session: {
      ...TABLES.session,
      additionalFields: {
        organizationId: { type: 'string', required: false, input: false, fieldName: 'organization_id' },
      },
      expiresIn: limits().console_session_total_days * DAY_S,
      // Idle sessions are ended by us, who see every use.
      disableSessionRefresh: true,
      // Who changes what signs them in proves again who they are, however fresh the session is.
      freshAge: 0,
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      // Checked before, against the current limit.
      minPasswordLength: 1,
      maxPasswordLength: PASSWORD_CHARACTERS,
    },
    databaseHooks: { session: { create: { before: (session) => openSession(db, session) } } },
    hooks: { before: singleUseCodes({ ...parts, db }) },
    plugins: [secondFactor(limits()), passkeys(db, new URL(parts.baseUrl))],
  });
}

function secondFactor(limits: LimitValues) {
  return twoFactor({
    issuer: 'Svc',
    twoFactorCookieMaxAge: CHALLENGE_S,
    // Attempts are counted by us, over all places where a code may be tried.
    accountLockout: { enabled: false },
    backupCodeOptions: { amount: limits.recovery_codes, storeBackupCodes: 'encrypted' },
    schema: TWO_FACTOR_TABLES,
  });
}

function passkeys(db: Kysely<Tables>, { origin, hostname }: URL) {
  return passkey({
    rpID: hostname,
    rpName: 'Svc',
    origin,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: { afterVerification: requireVerifiedRegistration(db) },
    authentication: { afterVerification: requireVerifiedAuthentication },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    schema: PASSKEY_TABLE,
  });
}

const ID_PREFIXES: Readonly<Record<string, string>> = { session: 'sess_', passkey: 'passkey_' };

/** Messages may quote what was sent. */
function noteFailure(log: Log, details: readonly unknown[]): void {
  log.warn(
    { error: describeError(details.find((detail) => detail instanceof Error)) },
    'sign-in request failed',
  );
}

/** Before a session starts: disabled accounts get none, and it starts in the organization the person used last. */
async function openSession(db: Kysely<Tables>, session: { readonly userId: string }) {
  const home = await findHome(db, session.userId);
  if (home?.account !== 'enabled') throw new ApiError('account_disabled');
  return { data: { ...session, organizationId: home.organizationId } };
}
