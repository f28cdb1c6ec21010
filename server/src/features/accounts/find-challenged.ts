import type { SignInLibrary } from './sign-in-library.ts';
import { readSignedCookie } from './read-signed-cookie.ts';

type LibraryContext = Pick<
  Awaited<SignInLibrary['$context']>,
  'createAuthCookie' | 'secret' | 'internalAdapter'
>;

/** Whose password was right and who is asked for a code now, by the cookie that came with it. Their id; undefined: nobody is asked. */
export async function findChallenged(
  { createAuthCookie, secret, internalAdapter }: LibraryContext,
  cookies: string | undefined,
): Promise<string | undefined> {
  const challenge = await readSignedCookie(cookies, createAuthCookie('two_factor').name, secret);
  if (challenge === undefined) return undefined;
  return (await internalAdapter.findVerificationValue(challenge))?.value;
}
