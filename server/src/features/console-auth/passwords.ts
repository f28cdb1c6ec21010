import { hashPassword, verifyPassword } from 'better-auth/crypto';
import type { Kysely } from 'kysely';
import { newId } from '#kit';
import type { Tables } from '#store';
import { hadPassword, putPassword } from './store/passwords.ts';

/** A password as it is kept: scrypt with a salt of its own. It takes a moment on purpose, so not within a transaction. */
export { hashPassword };

let ofNobody: Promise<string> | undefined;

/** Whether the password is the one that was hashed. Without one it takes as long to say no: the time reveals nothing. */
export async function isPassword(hash: string | null | undefined, password: string): Promise<boolean> {
  ofNobody ??= hashPassword('nobody has this password');
  const isRight = await verifyPassword({ hash: hash ?? (await ofNobody), password });
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
