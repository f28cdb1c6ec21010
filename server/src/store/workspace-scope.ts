import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Access to one workspace's data. Store functions that read or write such data take this instead of a
 * database, so none can be called without naming the workspace.
 */
export class WorkspaceScope {
  readonly db: Kysely<Tables>;
  readonly organizationId: string;
  readonly workspaceId: string;
  /** Makes the type nominal, so that no other object is assignable to it. */
  declare protected readonly only: true;

  constructor(db: Kysely<Tables>, organizationId: string, workspaceId: string) {
    this.db = db;
    this.organizationId = organizationId;
    this.workspaceId = workspaceId;
  }
}
