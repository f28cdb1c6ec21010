import type { Kysely } from 'kysely';
import type { Clock, Log, RefreshingCache } from '#kit';
import { cacheRecords, type Tables, type WorkspaceScope } from '#store';
import { loadModelAllowlists, type ModelAllowlist } from './store.ts';

/** The model ids a caller may use; null where nothing narrows them. */
export type AllowedModels = ReadonlySet<string> | null;

/** The lists of one organization, combined with those of its workspaces. */
interface OrganizationAccess {
  readonly all: AllowedModels;
  readonly byWorkspace: ReadonlyMap<string, AllowedModels>;
}

function combine(lists: readonly ModelAllowlist[]): OrganizationAccess {
  const own = lists.find((list) => list.workspaceId === null);
  const all = own === undefined ? null : new Set(own.models);
  const byWorkspace = new Map<string, AllowedModels>();
  for (const { workspaceId, models } of lists) {
    // Both lists must allow a model.
    if (workspaceId !== null)
      byWorkspace.set(workspaceId, new Set(models.filter((model) => all === null || all.has(model))));
  }
  return { all, byWorkspace };
}

/** Which models an organization or workspace is narrowed to, cached per organization as `RefreshingCache` says. */
export class ModelAccess {
  readonly #cache: RefreshingCache<OrganizationAccess>;

  constructor({ db, clock, log }: { db: Kysely<Tables>; clock: Clock; log: Log }) {
    this.#cache = cacheRecords({
      clock,
      log,
      loadMany: async (ids) => {
        const lists = Map.groupBy(await loadModelAllowlists(db, ids), (list) => list.organizationId);
        return new Map(ids.map((id) => [id, combine(lists.get(id) ?? [])]));
      },
      what: 'model lists',
      unavailable: 'models_unavailable',
    });
  }

  /** Synchronous when cached. Rejects with 503 `models_unavailable` when nothing is known and the store is away (MODEL-33). */
  find(organizationId: string, workspaceId: string | null): AllowedModels | Promise<AllowedModels> {
    const access = this.#cache.find(organizationId);
    return access instanceof Promise
      ? access.then((loaded) => pick(loaded, workspaceId))
      : pick(access, workspaceId);
  }

  invalidateOrganization(organizationId: string): void {
    this.#cache.invalidate(organizationId);
  }

  invalidateAll(): void {
    this.#cache.invalidateAll();
  }
}

function pick(access: OrganizationAccess | undefined, workspaceId: string | null): AllowedModels {
  if (access === undefined) return null;
  return (workspaceId === null ? undefined : access.byWorkspace.get(workspaceId)) ?? access.all;
}

/** The ids a workspace may use as a transaction sees them, whatever is cached. */
export async function findAllowedModels({
  db,
  organizationId,
  workspaceId,
}: WorkspaceScope): Promise<AllowedModels> {
  return pick(combine(await loadModelAllowlists(db, [organizationId])), workspaceId);
}
