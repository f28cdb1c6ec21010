import type { MutationContext, ResourceNames } from '#features/audit';
import type { EventConsumer } from '#events';
import type { JobHandler, PeriodicJob } from '#jobs';
import type { Metrics } from '#kit';
import type { OrganizationScope } from '#store';
import type { CredentialCache } from './credential-cache.ts';
import type { AdministrationHandlers, BeforeChange, WorkspaceHandlers } from './handlers.ts';
import type { OperatorHandlers } from './operator-handlers.ts';
import type { SealedTable } from './sealed-table.ts';

/** Deletes data past its retention time. Runs on every node; what one has deleted, the others do not find. */
type Drop = (nowMs: number) => Promise<void>;

/** Whether something of the module lies in the data region of a workspace (D-WORK-3). */
export type HoldsContent = (scope: OrganizationScope, workspaceId: string) => Promise<boolean>;

interface Declaration {
  /** Handlers by operation id: of the Admin API, of the Console only, and of operators. */
  readonly administration?: Partial<AdministrationHandlers>;
  readonly console?: object;
  readonly operator?: Partial<OperatorHandlers>;
  readonly beforeChange?: BeforeChange;
  readonly caches?: readonly CredentialCache[];
  readonly jobs?: readonly PeriodicJob[];
  /** Handlers of its kinds of jobs in the job table. */
  readonly jobHandlers?: readonly JobHandler[];
  /** Consumers of events. */
  readonly consumers?: readonly EventConsumer[];
  /** Periodic jobs that need what consumers have written: after a move of the test clock they run after the consumers. */
  readonly afterEvents?: readonly PeriodicJob[];
  /** By the kind of data. */
  readonly retention?: Readonly<Record<string, Drop>>;
  /** Cleans up after a member who is removed from the organization, within the same change. */
  readonly memberRemoved?: (change: MutationContext, userId: string) => Promise<void>;
  /** What it ends, and checks first, when the organization requires single sign-on from now on, within the same change. */
  readonly signOnRequired?: (change: MutationContext) => Promise<void>;
  /** Tables with columns that are sealed. */
  readonly sealed?: readonly SealedTable[];
  /** What becomes of a workspace's things when it is archived, within the same change. */
  readonly workspaceArchived?: (change: MutationContext, workspaceId: string) => Promise<void>;
  /** How the audit log names its things. */
  readonly names?: readonly ResourceNames[];
  /** Registers what the module itself measures. */
  readonly metrics?: (metrics: Metrics) => void;
  /** Called when no request and no job runs any more: flushes counts that are not written yet. */
  readonly close?: () => Promise<void>;
}

/** Handlers of workspace resources come with an answer to whether the workspace may still change its region. */
type WorkspaceDeclaration =
  | { readonly workspace?: undefined; readonly holdsContent?: undefined }
  | { readonly workspace: Partial<WorkspaceHandlers>; readonly holdsContent: HoldsContent | 'nothing' };

/** What a capability declares of itself. The platform walks the list of all modules and knows none of their parts. */
export type Module = Declaration & WorkspaceDeclaration;
