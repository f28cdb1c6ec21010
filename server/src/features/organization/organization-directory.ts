import type { Kysely } from 'kysely';
import type { McpPolicy } from '@svc/contract';
import type { OwnRates } from '#exchange';
import type { Clock, Log, RefreshingCache } from '#kit';
import { cacheRecords, type OrganizationScope, type Tables } from '#store';
import type { InferenceHookRecord } from './inference-hook-record.ts';
import { loadOrganizations } from './store/organizations.ts';

/** What a request needs to know of the caller's organization. Times are epoch milliseconds. */
export interface OrganizationRecord {
  readonly id: string;
  readonly name: string;
  readonly status: 'active' | 'unavailable';
  /** Id of a plan of the deployment. */
  readonly plan: string;
  readonly ownRates: OwnRates;
  readonly billing: 'active' | 'inactive';
  readonly zeroDataRetention: boolean;
  readonly creditsEnabled: boolean;
  /** Which MCP servers its requests may name (D-TUN-17). */
  readonly mcpPolicy: McpPolicy;
  /** Whether code clients may report numbers (CODE-08). */
  readonly codeTelemetry: boolean;
  /** What is asked before a model runs. Null: there is none. */
  readonly inferenceHook: InferenceHookRecord | null;
  /** Start of the billing months. */
  readonly subscribedAtMs: number;
}

/** The organization as a transaction sees it, whatever is cached. */
export async function findCurrentOrganization({
  db,
  organizationId,
}: OrganizationScope): Promise<OrganizationRecord | undefined> {
  return (await loadOrganizations(db, [organizationId])).get(organizationId);
}

/** Organizations by id, cached as `RefreshingCache` says. */
export class OrganizationDirectory {
  readonly #cache: RefreshingCache<OrganizationRecord>;

  constructor({ db, clock, log }: { db: Kysely<Tables>; clock: Clock; log: Log }) {
    this.#cache = cacheRecords({
      clock,
      log,
      loadMany: (ids) => loadOrganizations(db, ids),
      what: 'organizations',
      unavailable: 'plan_check_unavailable',
    });
  }

  /** Synchronous when cached. Rejects with 503 `plan_check_unavailable` when nothing is known and the store is away. */
  find(id: string): OrganizationRecord | undefined | Promise<OrganizationRecord | undefined> {
    return this.#cache.find(id);
  }

  invalidateOrganization(id: string): void {
    this.#cache.invalidate(id);
  }

  invalidateAll(): void {
    this.#cache.invalidateAll();
  }
}
