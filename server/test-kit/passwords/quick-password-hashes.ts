import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** What hashing a password costs, as `N` of scrypt: 84 ms of a processor. Tests hash so many that they spent most of their time on it. */
const COST = 16_384;
const QUICK_COST = 2;

type ScryptCall = [BinaryLike, BinaryLike, number, ScryptOptions, (error: Error | null, key: Buffer) => void];

const { scrypt } = crypto;
let isQuick = true;

/** Passwords are hashed at their real cost while `work` runs, for a test that measures how long that takes. */
export async function withRealPasswordHashes(work: () => Promise<void>): Promise<void> {
  isQuick = false;
  try {
    await work();
  } finally {
    isQuick = true;
  }
}

/**
 * In the processes of tests alone: what is hashed in them is only read in them. Services that run in processes of their own hash at the
 * real cost. Whoever asks for less is refused, so that no test passes with passwords that are cheap to guess.
 */
export function hashPasswordsQuickly(): void {
  Object.assign(crypto, { scrypt: quickScrypt });
  syncBuiltinESMExports();
}

function quickScrypt(...[password, salt, length, options, done]: ScryptCall): void {
  if (options.N !== COST) throw new Error(`a password was to be hashed with N ${options.N}, and not ${COST}`);
  scrypt(password, salt, length, isQuick ? { ...options, N: QUICK_COST } : options, done);
}
