import type { Kysely } from 'kysely';
import { isFree, leaseTimes, type LeaseKind } from '#leases';
import { signalOnCommit, type Tables } from '#store';

/** Longer than any probe takes (`MAX_PROBE_MS`), so that none is renewed. */
const PROBE_LEASES = {
  table: 'engine_probes',
  leaseMs: 330_000,
  renewMs: 330_000,
} as const satisfies LeaseKind;

/** Commit signal: a probe has ended. */
export const PROBE_ENDED = 'engine_probes';

/** The one probe of an engine that is under way, on all nodes. */
export interface ProbeClaim {
  readonly engine: string;
  readonly leaseEndsAtMs: number;
}

/** Undefined while another probe of the engine is under way. */
export async function claimProbe(
  db: Kysely<Tables>,
  engine: string,
  nowMs: number,
): Promise<ProbeClaim | undefined> {
  const { leaseEndsAtMs } = leaseTimes(PROBE_LEASES, Math.ceil(nowMs));
  const claimed = await db
    .insertInto('engine_probes')
    .values({ engine, lease_ends_at: leaseEndsAtMs })
    .onConflict((conflict) =>
      conflict
        .column('engine')
        .doUpdateSet({ lease_ends_at: leaseEndsAtMs })
        .where(isFree(PROBE_LEASES, { nowMs, latestMs: undefined })),
    )
    .returning('engine')
    .executeTakeFirst();
  return claimed && { engine, leaseEndsAtMs };
}

/** `workingKeys`: none, if it failed. */
export async function endProbe(
  db: Kysely<Tables>,
  { engine, leaseEndsAtMs }: ProbeClaim,
  { workingKeys, nowMs }: { readonly workingKeys: string[]; readonly nowMs: number },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('engine_probes')
      .set({ lease_ends_at: null, ended_at: nowMs, working_keys: workingKeys })
      .where('engine', '=', engine)
      .where('lease_ends_at', '=', leaseEndsAtMs)
      .execute();
    await signalOnCommit(trx, PROBE_ENDED);
  });
}

export interface EndedProbe {
  readonly engine: string;
  readonly endedAtMs: number;
  readonly workingKeys: readonly string[];
}

/** The last one of each engine. */
export async function findEndedProbes(db: Kysely<Tables>): Promise<EndedProbe[]> {
  const rows = await db
    .selectFrom('engine_probes')
    .select(['engine', 'ended_at', 'working_keys'])
    .where('ended_at', 'is not', null)
    .execute();
  return rows.map((row) => ({
    engine: row.engine,
    endedAtMs: row.ended_at ?? 0,
    workingKeys: row.working_keys,
  }));
}
