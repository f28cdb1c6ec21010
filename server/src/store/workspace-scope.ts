import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * The data of one workspace. Functions of a store that touch such data take this and not a database: none of them can be
 * called without saying whose data is meant.
 */
export class WorkspaceScope {
  readonly db: Kysely<Tables>;
  readonly organizationId: string;
  readonly workspaceId: string;
  /** Makes the type one that no other object fits. */
  declare protected readonly only: true;

  constructor(db: Kysely<Tables>, organizationId: string, workspaceId: string) {
    this.db = db;
    this.organizationId = organizationId;
    this.workspaceId = workspaceId;
  }
}
