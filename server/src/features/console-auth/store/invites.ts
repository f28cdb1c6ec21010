import type { Kysely } from 'kysely';
import type { OrganizationScope, Tables } from '#store';

/** What the page of an invite shows besides it. */
export async function findInviteNames(
  db: Kysely<Tables>,
  invite: { readonly organization_id: string; readonly invited_by: string },
) {
  const { name } = await db
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', invite.organization_id)
    .executeTakeFirstOrThrow();
  const inviter = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', invite.invited_by)
    .executeTakeFirstOrThrow();
  return { organization: name, inviter: inviter.email };
}

/** Ids of the workspaces that are not archived. */
export async function findOpenWorkspaces({
  db,
  organizationId,
}: OrganizationScope): Promise<ReadonlySet<string>> {
  const open = db
    .selectFrom('workspaces')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('archived_at', 'is', null);
  return new Set((await open.execute()).map(({ id }) => id));
}
