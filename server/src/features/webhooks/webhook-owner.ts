import type { Kysely } from 'kysely';
import type { OrganizationScope, Tables } from '#store';

/** The owner of webhooks: a workspace (a `WorkspaceScope` is one) or the organization itself, never both. */
export interface WebhookOwner {
  readonly db: Kysely<Tables>;
  readonly organizationId: string;
  /** Null: the organization itself. */
  readonly workspaceId: string | null;
}

/** The webhooks for events of the whole organization (D-HOOK-12). */
export function ofOrganization({ db, organizationId }: OrganizationScope): WebhookOwner {
  return { db, organizationId, workspaceId: null };
}
