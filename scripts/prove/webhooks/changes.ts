import { setTimeout as delay } from 'node:timers/promises';
import { recordEvents } from '../../../server/src/events/index.ts';
import type { Store } from '../../../server/src/store/index.ts';

const CHANNEL = 'events recorded';
/** Fewer than a store has connections. */
const MAX_UNDER_WAY = 8;

export interface Place {
  readonly organizationId: string;
  readonly workspaceId: string;
}

/** What a change of a file is that expires: the row goes, and an event tells of it. */
export async function recordChange(
  { db, announcements }: Pick<Store, 'db' | 'announcements'>,
  { organizationId, workspaceId }: Place,
  fileId: string,
  { commits = true } = {},
): Promise<void> {
  await db
    .transaction()
    .execute(async (trx) => {
      const object = {
        id: fileId,
        object: 'file',
        filename: 'proof.txt',
        purpose: 'document',
        bytes: 5,
        mime_type: 'text/plain',
        created_at: 1_790_000_000,
        expires_at: 1_790_086_400,
        status: 'ready',
        status_detail: null,
        source: 'upload',
        workspace_id: workspaceId,
      } as const;
      await recordEvents(
        trx,
        [{ organizationId, workspaceId, type: 'file.expired', data: { object, deleted: true } }],
        Date.now(),
      );
      if (!commits) throw new Rollback();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rollback)) throw error;
    });
  // As a node does whose process dies after the commit.
  if (commits) void announcements?.announce(CHANNEL, null).catch(() => undefined);
}

class Rollback extends Error {}

/** Runs `change` so many times a second for a while, as evenly as the machine allows. Returns how many it made. */
export async function atRate(
  perSecond: number,
  seconds: number,
  change: (number: number) => Promise<void>,
): Promise<number> {
  const startedAtMs = performance.now();
  const underWay = new Set<Promise<void>>();
  let made = 0;
  for (;;) {
    const elapsedMs = performance.now() - startedAtMs;
    if (elapsedMs >= seconds * 1000) break;
    while (made < (elapsedMs / 1000) * perSecond && underWay.size < MAX_UNDER_WAY) {
      const running = change(made++).finally(() => underWay.delete(running));
      underWay.add(running);
    }
    await (underWay.size >= MAX_UNDER_WAY ? Promise.race(underWay) : delay(2));
  }
  await Promise.all(underWay);
  return made;
}
