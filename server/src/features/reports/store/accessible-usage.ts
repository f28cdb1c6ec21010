import { sql, type RawBuilder } from 'kysely';
import { isRestricted, type Access } from '#features/module';

/** The condition for usage that the caller may see, of a table by its alias. */
export function isAccessible(access: Access, alias: string): RawBuilder<boolean> {
  if (!isRestricted(access)) return sql`true`;
  const parts = [sql`false`];
  if (access.workspaceIds.length > 0)
    parts.push(sql`${sql.ref(`${alias}.workspace_id`)} in (${sql.join(access.workspaceIds)})`);
  if (access.userId !== undefined) parts.push(sql`${sql.ref(`${alias}.user_id`)} = ${access.userId}`);
  return sql`(${sql.join(parts, sql` or `)})`;
}
