import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Kysely } from 'kysely';
import { newId } from '#kit';
import type { Tables } from '#store';
import { hadPassword, putPassword } from './store/passwords.ts';

const KEY_BYTES = 64;
/** 32 MB and a tenth of a second. Stored hashes do not name the cost: another one needs another form. */
const COST = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };

const derive = promisify<string, string, number, typeof COST, Buffer>(scrypt);

/** A password as it is stored: `salt:scrypt` in hexadecimal digits. It takes a moment on purpose, so not within a transaction. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  return `${salt}:${(await deriveFrom(password, salt)).toString('hex')}`;
}

/** The salt is used as it is written, in digits. Two ways to write one character are one password (NFKC). */
function deriveFrom(password: string, salt: string): Promise<Buffer> {
  return derive(password.normalize('NFKC'), salt, KEY_BYTES, COST);
}

const OF_NOBODY = `${'0'.repeat(32)}:${'0'.repeat(2 * KEY_BYTES)}`;

/** Whether the password is the one that was hashed. Without one it takes as long to say no: the time reveals nothing. */
export async function isPassword(hash: string | null | undefined, password: string): Promise<boolean> {
  const [salt, digits] = (hash ?? OF_NOBODY).split(':') as [string, string];
  const isRight = timingSafeEqual(await deriveFrom(password, salt), Buffer.from(digits, 'hex'));
  return isRight && typeof hash === 'string';
}

/** Gives the person a password, in place of the one they may have. */
export async function setPassword(
  db: Kysely<Tables>,
  userId: string,
  hash: string,
  nowMs: number,
): Promise<void> {
  await putPassword(db, { id: newId('signin_', nowMs), userId, hash }, nowMs);
}

/** Gives the person a password if they never had one; true when they had none. */
export async function setFirstPassword(
  db: Kysely<Tables>,
  userId: string,
  password: string,
  nowMs: number,
): Promise<boolean> {
  if (await hadPassword(db, userId)) return false;
  await setPassword(db, userId, await hashPassword(password), nowMs);
  return true;
}
