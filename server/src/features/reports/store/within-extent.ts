import { sql, type RawBuilder } from 'kysely';
import { isPartly, type Extent } from '#features/permissions';

/** Usage that whoever asks may see, of a table by its alias. */
export function within(extent: Extent, alias: string): RawBuilder<boolean> {
  if (!isPartly(extent)) return sql`true`;
  const parts = [sql`false`];
  if (extent.workspaceIds.length > 0) parts.push(sql`${sql.ref(`${alias}.workspace_id`)} in (${sql.join(extent.workspaceIds)})`);
  if (extent.userId !== undefined) parts.push(sql`${sql.ref(`${alias}.user_id`)} = ${extent.userId}`);
  return sql`(${sql.join(parts, sql` or `)})`;
}
