import type { Kysely } from 'kysely';
import { ApiError, type NewOperatorKey } from '@svc/contract';
import { OperatorError } from '#kit';
import type { Tables } from '#store';
import { COMMAND, recordOperatorEvent } from './operator-events.ts';
import { issueOperatorKey, revokeOperatorKey, type OperatorKeySettings } from './operator-keys.ts';

/** Creates an operator key, by a command. Throws OperatorError for an invalid address. */
export function createKeyByCommand(
  db: Kysely<Tables>,
  settings: OperatorKeySettings,
  nowMs: number,
): Promise<NewOperatorKey> {
  return db.transaction().execute(async (trx) => {
    const key = await issueOperatorKey(trx, settings, null, nowMs).catch(asOperatorError);
    const about = { event: 'operator_key.created', resource: { type: 'operator_key', id: key.id } };
    await recordOperatorEvent(trx, { ...about, actor: COMMAND }, nowMs);
    return key;
  });
}

/** Throws OperatorError for a key that does not exist or is revoked. */
export function revokeKeyByCommand(
  db: Kysely<Tables>,
  id: string,
  nowMs: number,
): Promise<{ readonly id: string; readonly name: string }> {
  return db.transaction().execute(async (trx) => {
    const { name } = await revokeOperatorKey(trx, id, nowMs).catch(asOperatorError);
    const about = { event: 'operator_key.revoked', resource: { type: 'operator_key', id } };
    await recordOperatorEvent(trx, { ...about, actor: COMMAND }, nowMs);
    return { id, name };
  });
}

function asOperatorError(error: unknown): never {
  throw error instanceof ApiError ? new OperatorError(error.message) : error;
}
