import type { Kysely, Selectable } from 'kysely';
import type { OrganizationScope, Tables } from '#store';

type ReportRow = Selectable<Tables['sso_test_reports']>;

/** In place of the one before. Writes nothing when the connection is not there any more. */
export async function replaceReport(db: Kysely<Tables>, report: ReportRow): Promise<void> {
  const { connection_id: id, organization_id: organizationId, ...columns } = report;
  await db.transaction().execute(async (trx) => {
    const connection = trx
      .selectFrom('sso_connections')
      .select('id')
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .forShare();
    if (!(await connection.executeTakeFirst())) return;
    await trx
      .insertInto('sso_test_reports')
      .values(report)
      .onConflict((conflict) => conflict.column('connection_id').doUpdateSet(columns))
      .execute();
  });
}

export function findReport(
  { db, organizationId }: OrganizationScope,
  connectionId: string,
): Promise<ReportRow | undefined> {
  return db
    .selectFrom('sso_test_reports')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connectionId)
    .executeTakeFirst();
}
