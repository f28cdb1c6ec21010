import { ApiError } from '@svc/contract';
import type { HttpExchange } from '#exchange';
import { recordAudit, userAgentOf, type AuditActor } from '#features/audit';
import { ADDRESS_ATTEMPTS, takeAttempt, type AttemptLimit, type AttemptParts } from '#features/console-auth';
import { MINUTE_MS, networkOf } from '#kit';
import type { ConnectionRow } from '../store/connections.ts';
import type { SignOnReason } from '../provider/sign-on-failure.ts';
import type { SignOnDeps } from './sign-on-deps.ts';

/** Nobody has proved who they are. */
const SOMEBODY: AuditActor = { type: 'user', id: null, email: null, role: null };

/** Failures logged per connection, from all networks together: an attacker with many networks must not fill the log. */
const CONNECTION_FAILURES: AttemptLimit = { attempts: 300, windowMs: 15 * MINUTE_MS };

/**
 * Tells owners why a sign-in failed; the person is told a short code alone (SSO-20, D-SSO-13). Anybody can make one fail, so the log takes
 * only so many from a network, and of a connection.
 */
export async function noteFailure(
  deps: SignOnDeps,
  exchange: HttpExchange,
  { id, organization_id: organizationId }: ConnectionRow,
  reason: SignOnReason,
): Promise<void> {
  if (!(await mayNoteFailure(deps, exchange, id))) return;
  await recordAudit(
    deps.db,
    {
      organizationId,
      event: 'session.failed',
      actor: SOMEBODY,
      resource: { type: 'sso_connection', id },
      ipAddress: exchange.address,
      userAgent: userAgentOf(exchange),
      requestId: exchange.requestId,
      details: { reason },
    },
    deps.clock.nowMs(),
  );
}

/** Whether the log takes one more failure. */
export async function mayNoteFailure(
  deps: AttemptParts,
  { address }: HttpExchange,
  connectionId: string,
): Promise<boolean> {
  try {
    await takeAttempt(deps, ['single_sign_on', networkOf(address)], ADDRESS_ATTEMPTS);
    await takeAttempt(deps, ['single_sign_on_connection', connectionId], CONNECTION_FAILURES);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
