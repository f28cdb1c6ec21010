import type { Change } from '#features/audit';
import type { EventConsumer } from '#events';
import type { JobHandler, PeriodicJob } from '#jobs';
import type { CredentialCache } from './credential-cache.ts';
import type { AdministrationHandlers, WorkspaceHandlers } from './handlers.ts';

/** Drops what is past its keeping time. Every node does it: what one has dropped the others do not find. */
type Drop = (nowMs: number) => Promise<void>;

/** What a capability declares of itself. The platform walks the list of all modules and knows none of their parts. */
export interface Module {
  /** What answers its operations, by operation id: of the Admin API, on resources of workspaces, and of the Console alone. */
  readonly administration?: Partial<AdministrationHandlers>;
  readonly workspace?: Partial<WorkspaceHandlers>;
  readonly console?: object;
  readonly caches?: readonly CredentialCache[];
  readonly jobs?: readonly PeriodicJob[];
  /** What does the jobs of its kinds that wait in the database. */
  readonly jobHandlers?: readonly JobHandler[];
  /** What follows from events of others. */
  readonly consumers?: readonly EventConsumer[];
  /** By what it is that is dropped. */
  readonly retention?: Readonly<Record<string, Drop>>;
  /** What becomes of a member's things when they are removed from the organization, within the same change. */
  readonly memberRemoved?: (change: Change, userId: string) => Promise<void>;
  /** Called when no request and no job runs any more: what was counted and not written yet is written here. */
  readonly close?: () => Promise<void>;
}
