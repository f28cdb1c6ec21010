import type { BetterAuth } from './better-auth.ts';
import { readSignedCookie } from './read-signed-cookie.ts';

type BetterAuthContext = Pick<
  Awaited<BetterAuth['$context']>,
  'createAuthCookie' | 'secret' | 'internalAdapter'
>;

/** The id of the person whose password was right and who now needs a code, from the cookie of that answer. Undefined: none. */
export async function findChallenged(
  { createAuthCookie, secret, internalAdapter }: BetterAuthContext,
  cookies: string | undefined,
): Promise<string | undefined> {
  const challenge = await readSignedCookie(cookies, createAuthCookie('two_factor').name, secret);
  if (challenge === undefined) return undefined;
  return (await internalAdapter.findVerificationValue(challenge))?.value;
}
