import type { Kysely } from 'kysely';
import { NO_LIMIT, type MinuteLimits } from '#exchange';
import type { Clock, Log, RefreshingCache } from '#kit';
import { cacheRecords, type Tables } from '#store';
import { loadRateOverrides, type WorkspaceOverride } from './store.ts';

/** By workspace and model. */
type OrganizationOverrides = ReadonlyMap<string, MinuteLimits>;

/** The limits workspaces set for themselves, cached per organization as `RefreshingCache` says: a change bites within 60 s. */
export class RateOverrides {
  readonly #cache: RefreshingCache<OrganizationOverrides>;

  constructor({ db, clock, log }: { db: Kysely<Tables>; clock: Clock; log: Log }) {
    this.#cache = cacheRecords({
      clock,
      log,
      loadMany: async (ids) => {
        const rows = Map.groupBy(await loadRateOverrides(db, ids), ({ organizationId }) => organizationId);
        return new Map(ids.map((id) => [id, toLimits(rows.get(id) ?? [])]));
      },
      what: 'rate limits of workspaces',
      unavailable: 'plan_check_unavailable',
    });
  }

  /** Synchronous when cached; undefined: the workspace has none. Rejects with 503 when nothing is known and the store is away. */
  find(
    organizationId: string,
    workspaceId: string,
    model: string,
  ): MinuteLimits | undefined | Promise<MinuteLimits | undefined> {
    const found = this.#cache.find(organizationId);
    if (found instanceof Promise)
      return found.then((overrides) => overrides?.get(overrideKey(workspaceId, model)));
    return found === undefined || found.size === 0 ? undefined : found.get(overrideKey(workspaceId, model));
  }

  invalidateOrganization(organizationId: string): void {
    this.#cache.invalidate(organizationId);
  }

  invalidateAll(): void {
    this.#cache.invalidateAll();
  }
}

function toLimits(overrides: readonly WorkspaceOverride[]): OrganizationOverrides {
  return new Map(
    overrides.map((override) => [
      overrideKey(override.workspaceId, override.model),
      {
        requests: override.requestsPerMinute ?? NO_LIMIT,
        inputTokens: override.inputTokensPerMinute ?? NO_LIMIT,
        outputTokens: override.outputTokensPerMinute ?? NO_LIMIT,
      },
    ]),
  );
}

function overrideKey(workspaceId: string, model: string): string {
  return `${workspaceId}/${model}`;
}
