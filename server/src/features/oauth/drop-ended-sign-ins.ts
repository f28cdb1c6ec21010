import type { Kysely } from 'kysely';
import type { LimitValues } from '@svc/contract';
import type { Tables } from '#store';
import { deleteRepliesExpiredBefore } from './store/desktop-replies.ts';
import { dropDeviceRequestsExpiredBefore } from './store/device-requests.ts';
import { dropSessionsExpiredBefore } from './store/sessions.ts';

/**
 * Sign-ins nobody can go on with, once the last token of them has expired: until then it is known what became of them. Requests of
 * devices, which anybody may leave here, as soon as a device was told for a while that they have expired.
 */
export async function dropEndedSignIns(
  db: Kysely<Tables>,
  limits: LimitValues,
  nowMs: number,
): Promise<void> {
  const beforeMs = nowMs - 2 * limits.access_token_s * 1000;
  await dropDeviceRequestsExpiredBefore(db, nowMs - limits.device_code_s * 1000);
  await dropSessionsExpiredBefore(db, beforeMs);
  await deleteRepliesExpiredBefore(db, beforeMs);
}
