import { sql, type Kysely } from 'kysely';
import type { Tables } from '#store';

/** Organizations with mapped groups where something that roles depend on changed since they were compared. */
export async function findUnreconciled(db: Kysely<Tables>): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct g.organization_id as id from directory_groups g
    join organizations o on o.id = g.organization_id
    left join directory_reconciliations r on r.organization_id = g.organization_id
    where (g.role is not null or g.workspaces <> '[]') and r.epoch is distinct from o.epoch`.execute(db);
  return rows.map(({ id }) => id);
}

/** Notes that the roles of an organization fit its groups. Within the transaction in which they were compared, after its epoch is moved. */
export async function noteReconciled(trx: Kysely<Tables>, organizationId: string): Promise<void> {
  await sql`
    insert into directory_reconciliations (organization_id, epoch)
    select id, epoch from organizations where id = ${organizationId}
    on conflict (organization_id) do update set epoch = excluded.epoch`.execute(trx);
}
