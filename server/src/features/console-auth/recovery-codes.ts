import { randomInt } from 'node:crypto';
import type { HttpExchange } from '#exchange';
import type { CodeDeps } from './authenticator-code.ts';
import { noteFactorChange } from './change-factor.ts';
import { loadSecondFactor, setRecoveryCodes } from './store/second-factors.ts';

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Codes such as `AbCdE-12345`, of 59 bits each. */
export function newRecoveryCodes(count: number): readonly string[] {
  return Array.from({ length: count }, () => `${randomText(5)}-${randomText(5)}`);
}

function randomText(length: number): string {
  return Array.from({ length }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
}

/**
 * Uses a recovery code up, once on all nodes, and reports it. False when it is wrong, used, or the person has none. The caller counts the
 * attempt first.
 */
export async function spendRecoveryCode(
  { db, clock, factorSecrets }: CodeDeps,
  exchange: HttpExchange,
  { userId, email }: { readonly userId: string; readonly email: string },
  code: string,
): Promise<boolean> {
  const stored = await loadSecondFactor(db, userId);
  if (!stored) return false;
  const from = stored.backup_codes;
  const codes = JSON.parse(factorSecrets.decrypt(from)) as string[];
  if (!codes.includes(code)) return false;
  const to = factorSecrets.encrypt(JSON.stringify(codes.filter((other) => other !== code)));
  return db.transaction().execute(async (trx) => {
    if (!(await setRecoveryCodes(trx, userId, { from, to }))) return false;
    await noteFactorChange(trx, exchange, { userId, email, change: 'recovery_code.used' }, clock.nowMs());
    return true;
  });
}
