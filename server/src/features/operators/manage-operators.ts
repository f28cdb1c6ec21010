import type { Kysely } from 'kysely';
import type { OperatorRole } from '@svc/contract';
import { DAY_MS, fingerprint, fingerprintBytes, newId, newSecret, OperatorError, type Secret } from '#kit';
import type { Tables } from '#store';
import { COMMAND, recordOperatorEvent } from './operator-events.ts';
import { putLink } from './store/links.ts';
import {
  findOperatorByEmail,
  findOperators,
  findOperatorsOfEmail,
  insertOperator,
  resetOperator,
  setRemoved,
} from './store/operators.ts';

/** Nobody who operates the deployment has this email. The message is for who typed the command. */
class UnknownOperator extends OperatorError {
  constructor(email: string) {
    super(`no operator has the email "${email}"`);
    this.name = 'UnknownOperator';
  }
}

export interface AddedOperator {
  readonly id: string;
  readonly email: string;
  readonly role: OperatorRole;
  /** There was one before: password and app are gone, sessions have ended. */
  readonly wasReset: boolean;
  /** Of a link that works once. */
  readonly token: Secret;
  readonly expiresAtMs: number;
}

export interface ListedOperator {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
  /** False until their link was used. */
  readonly isSetUp: boolean;
  /** They sign in through the provider of the company. */
  readonly isByProvider: boolean;
}

/** Makes an operator with a link by which they set up password and app; or has one who is there do so again. */
export function addOperator(
  db: Kysely<Tables>,
  { email, role }: { readonly email: string; readonly role: OperatorRole },
  nowMs: number,
): Promise<AddedOperator> {
  return db.transaction().execute(async (trx) => {
    const found = await findOperatorByEmail(trx, email);
    const id = found?.id ?? newId('oper_', nowMs);
    if (found) await resetOperator(trx, id, role);
    else await insertOperator(trx, { id, email, role }, nowMs);
    const token = newSecret('operator_');
    const expiresAtMs = nowMs + DAY_MS;
    const print = fingerprintBytes(fingerprint(token.reveal()));
    await putLink(trx, { operatorId: id, fingerprint: print, expiresAtMs });
    const changes = { role: { from: found?.role ?? null, to: role } };
    const about = { event: found ? 'operator.reset' : 'operator.added', resource: { type: 'operator', id } };
    await recordOperatorEvent(trx, { ...about, actor: COMMAND, changes }, nowMs);
    return { id, email: found?.email ?? email, role, wasReset: found !== undefined, token, expiresAtMs };
  });
}

export async function listOperators(db: Kysely<Tables>): Promise<readonly ListedOperator[]> {
  const operators = await findOperators(db);
  return operators.map(({ id, email, name, role, password, subject }) => ({
    id,
    email,
    name,
    role,
    isSetUp: password !== null || subject !== null,
    isByProvider: subject !== null,
  }));
}

/**
 * However they sign in. Their sessions end at once; keys they made stay, and are revoked one by one. Throws UnknownOperator. `isByProvider`:
 * one was of the provider, which makes them an operator again at a sign-in if their groups still have a role.
 */
export function removeOperator(
  db: Kysely<Tables>,
  email: string,
  nowMs: number,
): Promise<{ readonly isByProvider: boolean }> {
  return db.transaction().execute(async (trx) => {
    const operators = await findOperatorsOfEmail(trx, email);
    if (operators.length === 0) throw new UnknownOperator(email);
    for (const { id } of operators) {
      await setRemoved(trx, id, nowMs);
      const about = { event: 'operator.removed', resource: { type: 'operator', id } };
      await recordOperatorEvent(trx, { ...about, actor: COMMAND }, nowMs);
    }
    return { isByProvider: operators.some(({ subject }) => subject !== null) };
  });
}
