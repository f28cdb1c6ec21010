import { ApiError } from '@svc/contract';
import { ownWords, type KnownPerson } from './own-words.ts';
import { estimateOnThread } from './strength-thread.ts';

/** As many guesses take somebody who has the hash of the password years: each costs a tenth of a second of a processor. */
const MIN_BITS = 30;
const ADVICE = 'Use three or more unrelated words, or let a password manager create one.';

/**
 * Refuses a new password that somebody would guess who knows the common ones and the person. Passwords that people have already are
 * never judged. `param` is the field it came in.
 */
export async function requireStrongPassword(
  password: string,
  person: KnownPerson,
  param = 'password',
): Promise<void> {
  const { bits, hasOwnWords } = await estimateOnThread({ password, own: ownWords(person) });
  if (bits >= MIN_BITS) return;
  const reason = hasOwnWords
    ? 'This password is mostly your name, email or organization.'
    : 'This password is easy to guess.';
  throw new ApiError('invalid_parameter', { param, message: `${reason} ${ADVICE}` });
}
