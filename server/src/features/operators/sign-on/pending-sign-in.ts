import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ApiError } from '@svc/contract';
import type { HttpExchange } from '#exchange';
import { findOperator, type StoredOperator } from '../store/operators.ts';
import type { OperatorSignOnDeps } from './operator-sign-on-deps.ts';

/** How long the page waits for a code. */
const PENDING_S = 600;

const StoredPending = z.strictObject({
  operatorId: z.string(),
  issuer: z.string(),
  subject: z.string(),
  /** Makes the secret of a new app one that nobody can know beforehand. */
  nonce: z.string(),
  expiresAtMs: z.number(),
});

/** An operator whom the provider named in this browser, and who is asked for a code. */
interface PendingSignIn {
  readonly operator: StoredOperator;
  /** What the app is set up from, if the operator has none. */
  readonly token: string;
}

/** The cookie that stands for the first factor. Nothing is stored for a sign-in that nobody completes. */
export function keepPending(
  { signInCookies, clock }: Pick<OperatorSignOnDeps, 'signInCookies' | 'clock'>,
  { id: operatorId, issuer, subject }: StoredOperator,
): string {
  const nonce = randomBytes(32).toString('base64url');
  const pending = { operatorId, issuer, subject, nonce, expiresAtMs: clock.nowMs() + PENDING_S * 1000 };
  const value = Buffer.from(JSON.stringify(pending)).toString('base64url');
  return signInCookies.setSigned('operator_sign_in', value, PENDING_S);
}

/** Throws 401 `sign_in_expired`, also when the operator was removed or the provider is not in use any more. */
export async function requirePending(
  { signInCookies, clock, db, deployment }: OperatorSignOnDeps,
  exchange: HttpExchange,
): Promise<PendingSignIn> {
  const token = signInCookies.findSigned(exchange.request.headers.cookie, 'operator_sign_in') ?? '';
  const pending = readPending(token);
  if (!pending || pending.expiresAtMs <= clock.nowMs()) throw new ApiError('sign_in_expired');
  const operator = await findOperator(db, pending.operatorId);
  const isSame = operator?.issuer === pending.issuer && operator.subject === pending.subject;
  if (!isSame || deployment().operators.sso?.issuer !== pending.issuer) throw new ApiError('sign_in_expired');
  return { operator, token };
}

/** Undefined for the value of another cookie: all are signed alike. */
function readPending(value: string): z.infer<typeof StoredPending> | undefined {
  try {
    return StoredPending.parse(JSON.parse(Buffer.from(value, 'base64url').toString()));
  } catch {
    return undefined;
  }
}
