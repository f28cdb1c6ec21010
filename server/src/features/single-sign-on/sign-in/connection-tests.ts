import type { LimitValues, OrganizationRole, SsoConnectionTest } from '@svc/contract';
import type { HttpExchange } from '#exchange';
import { auditChange, userAgentOf, type MutationContext } from '#features/audit';
import { requireOwner, requireUser, runChange } from '#features/organization';
import { fingerprint, fingerprintBytes, newSecret } from '#kit';
import { requireConnection } from '../connections/connections.ts';
import { SignOnFailure } from '../provider/sign-on-failure.ts';
import { findConnection, setConnection, type ConnectionRow } from '../store/connections.ts';
import { insertTest, takeTest } from '../store/tests.ts';
import type { SignOnDeps } from './sign-on-deps.ts';

const OWNERS: ReadonlySet<OrganizationRole> = new Set(['primary_owner', 'owner']);

/**
 * An address at which the owner signs in once at the provider, in a browser where they are signed in here (D-SSO-10). Throws 403
 * `role_required` and 404 `sso_connection_not_found`.
 */
export async function testConnection(
  { baseUrl, limits }: { readonly baseUrl: string; readonly limits: () => LimitValues },
  change: MutationContext,
  id: string,
): Promise<SsoConnectionTest> {
  requireOwner(change);
  const { scope, nowMs, userId } = change;
  await requireConnection(scope, id);
  const token = newSecret('ssotest_');
  await insertTest(scope.db, {
    fingerprint: fingerprintBytes(fingerprint(token.reveal())),
    connection_id: id,
    user_id: userId,
    expires_at: nowMs + limits().sso_test_s * 1000,
  });
  return { type: 'sso_connection_test', url: `${baseUrl}/sso/${id}/start?test=${token.reveal()}` };
}

/** Uses the address up. Returns whose test it is, who must be signed in in this browser. Throws SignOnFailure. */
export async function takeConnectionTest(
  { db, clock, sessions }: SignOnDeps,
  exchange: HttpExchange,
  { id }: ConnectionRow,
  token: string,
): Promise<string> {
  const person = await sessions.find(exchange.request.headers.cookie).catch(() => undefined);
  const test = { fingerprint: fingerprintBytes(fingerprint(token)), connectionId: id };
  const userId = await takeTest(db, test, clock.nowMs());
  if (userId === undefined) throw new SignOnFailure('state', 'sso_expired');
  if (userId !== person?.userId) throw new SignOnFailure('state');
  return userId;
}

/** Notes that the connection, as it is set, signs people in. Throws SignOnFailure when it was changed meanwhile. */
export async function passConnectionTest(
  deps: SignOnDeps,
  exchange: HttpExchange,
  { id, organization_id: organizationId }: ConnectionRow,
  test: { readonly userId: string; readonly updatedAtMs: number },
): Promise<void> {
  const from = {
    ipAddress: exchange.address,
    userAgent: userAgentOf(exchange),
    requestId: exchange.requestId,
  };
  await runChange(deps, {
    organizationId,
    authorize: async (scope) => {
      const user = await requireUser(scope, test.userId).catch(() => undefined);
      // Since they began they may have lost the role, or been suspended or removed.
      if (user?.status !== 'active' || !OWNERS.has(user.role)) throw new SignOnFailure('state');
      const { id: userId, email, role } = user;
      return { userId, source: { actor: { type: 'user', id: userId, email, role }, ...from } };
    },
    make: async (change) => {
      const row = await findConnection(change.scope, id);
      if (row?.updated_at !== test.updatedAtMs) throw new SignOnFailure('state', 'sso_expired');
      await setConnection(change.scope, id, { tested_at: change.nowMs });
      await auditChange(change, { event: 'sso_connection.tested', resource: { type: 'sso_connection', id } });
    },
  });
}
