import { createAuthMiddleware, getSessionFromCtx, type AuthMiddleware } from 'better-auth/api';
import { codeSubject, takeAttempt, type AttemptParts } from './attempts.ts';
import { currentCode, takeCode } from './authenticator-code.ts';
import { findChallenged } from './find-challenged.ts';
import { CODE_ATTEMPTS } from './sign-in-limits.ts';

type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/**
 * The library takes a code as often as it is sent while its time lasts, counts failures only while somebody signs in, and knows
 * the machine's time alone. So we judge codes before it sees them: a good one is replaced by the one the library expects now,
 * any other by nothing it would take.
 */
export function singleUseCodes(parts: AttemptParts): AuthMiddleware {
  return createAuthMiddleware(async (context) => {
    const isCode = context.path === '/two-factor/verify-totp';
    if (!isCode && context.path !== '/two-factor/verify-backup-code') return;
    const userId = await findAsked(context);
    // Nobody is being asked, as the library will find.
    if (userId === undefined) return;
    if (!isCode) return takeAttempt(parts.db, codeSubject(userId), CODE_ATTEMPTS, parts.clock.nowMs());
    const { code } = context.body as { code: string };
    const { secretConfig } = context.context;
    const factor = await takeCode(parts, secretConfig, userId, code);
    return { context: { body: { ...(context.body as object), code: factor ? await currentCode(factor) : '' } } };
  });
}

/** Who is asked for a code: whoever is signed in, else whose password was right. */
async function findAsked(context: HookContext): Promise<string | undefined> {
  const session = await getSessionFromCtx(context);
  return session ? session.user.id : findChallenged(context.context, context.headers?.get('cookie') ?? undefined);
}
