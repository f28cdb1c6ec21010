import { createAuthMiddleware, getSessionFromCtx, type AuthMiddleware } from 'better-auth/api';
import { ADDRESS_HEADER } from './address-header.ts';
import { originOf, takeAccountAttempt, type AttemptParts } from './attempts.ts';
import { currentCode, takeCode, type AskedForCode } from './authenticator-code.ts';
import { findChallenged } from './find-challenged.ts';

type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/**
 * better-auth takes a code as often as it is sent while its time lasts, counts failures only while somebody signs in, and knows
 * the machine's time alone. So we check codes before it sees them: a good one is replaced by the one better-auth expects now,
 * any other by nothing it would take.
 */
export function singleUseCodes(parts: AttemptParts): AuthMiddleware {
  return createAuthMiddleware(async (context) => {
    const isCode = context.path === '/two-factor/verify-totp';
    if (!isCode && context.path !== '/two-factor/verify-backup-code') return;
    const asked = await findAsked(context, parts.clock.nowMs());
    // No code is expected, as better-auth will find.
    if (asked === undefined) return;
    if (!isCode) return takeAccountAttempt(parts, { what: 'code', account: asked.userId, from: asked.from });
    const { code } = context.body as { code: string };
    const { secretConfig } = context.context;
    const factor = await takeCode(parts, secretConfig, asked, code);
    return {
      context: { body: { ...(context.body as object), code: factor ? await currentCode(factor) : '' } },
    };
  });
}

/** Who needs a code: the signed-in person, else the one whose password was right. */
async function findAsked(hook: HookContext, nowMs: number): Promise<AskedForCode | undefined> {
  const { context, headers } = hook;
  const session = await getSessionFromCtx(hook);
  if (session) return { userId: session.user.id, from: { kind: 'session', id: session.session.id } };
  const cookies = headers?.get('cookie') ?? undefined;
  const userId = await findChallenged(context, cookies);
  const user = userId === undefined ? null : await context.internalAdapter.findUserById(userId);
  if (!user) return undefined;
  const address = headers?.get(ADDRESS_HEADER) ?? '';
  return { userId: user.id, from: originOf(context, { cookies, address }, user.email, nowMs) };
}
