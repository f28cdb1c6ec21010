import type { Kysely } from 'kysely';
import type { EpochChange } from '#cluster';
import type { AuditSource, MutationContext } from '#features/audit';
import type { Clock, KeyedMutex } from '#kit';
import { OrganizationScope, type Tables } from '#store';
import { bumpEpoch, lockOrganization } from './store/organizations.ts';

export interface RunChangeDeps {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly mutex: KeyedMutex;
}

/** Who makes a change, as its events tell it. */
export interface ChangeAuthor {
  readonly userId: string;
  readonly source: AuditSource;
}

interface ChangeRequest<Author extends ChangeAuthor, Result> {
  readonly organizationId: string;
  /** What must not wait for other changes of the organization. Refuses by throwing. */
  readonly ahead?: (trx: Kysely<Tables>) => Promise<void>;
  /** Says who makes the change once it is its turn. Refuses by throwing when they may not make it any more. */
  readonly authorize: (scope: OrganizationScope) => Promise<Author>;
  /** The work itself. Refuses by throwing. */
  readonly make: (change: MutationContext, author: Author) => Promise<Result>;
}

export interface MadeChange<Result> {
  readonly result: Result;
  /** Empty if no credential depends on the change. Every node must learn of it before the change is answered. */
  readonly epochs: readonly EpochChange[];
}

/**
 * Makes one change of an organization in one transaction, while its other changes wait. The author is judged within: two owners who
 * take each other's role at once are not both owners by then.
 */
export async function runChange<Author extends ChangeAuthor, Result>(
  { db, clock, mutex }: RunChangeDeps,
  { organizationId, ahead, authorize, make }: ChangeRequest<Author, Result>,
): Promise<MadeChange<Result>> {
  const whenCommitted: (() => void)[] = [];
  const work = async (trx: Kysely<Tables>): Promise<MadeChange<Result>> => {
    await ahead?.(trx);
    await lockOrganization(trx, organizationId);
    const scope = new OrganizationScope(trx, organizationId);
    const author = await authorize(scope);
    const change: MutationContext = {
      scope,
      userId: author.userId,
      source: author.source,
      nowMs: clock.nowMs(),
      touchesCredentials: false,
      whenCommitted,
    };
    const result = await make(change, author);
    return {
      result,
      epochs: change.touchesCredentials
        ? [{ organizationId, epoch: await bumpEpoch(trx, organizationId) }]
        : [],
    };
  };
  const made = await mutex.run(organizationId, () => db.transaction().execute(work));
  for (const run of whenCommitted) run();
  return made;
}
