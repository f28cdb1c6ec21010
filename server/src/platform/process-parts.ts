import type { BlobStore } from '#blobs';
import type { SharedCounters } from '#cluster';
import type { DeploymentConfig } from '#config';
import type { ErrorRendering } from '#exchange';
import type { ConfigurationSource } from '#features/deployment-state';
import type { Scheduler } from '#jobs';
import type { Clock, Log, Secret } from '#kit';
import type { SealingRing } from '#sealing';
import type { AuditJournal, CallJournal, Store, UsageJournal } from '#store';

/** What a process has before anything is built on it. */
export interface ProcessParts {
  readonly store: Store;
  readonly journal: UsageJournal;
  readonly callJournal: CallJournal;
  readonly auditJournal: AuditJournal;
  readonly blobs: BlobStore;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly log: Log;
  readonly deployment: () => DeploymentConfig;
  /** The same with where it came from. */
  readonly configuration: ConfigurationSource;
  readonly errors: ErrorRendering;
  /** What is kept beside the database, the journals above all. */
  readonly dataDir: string;
  /** This node's name, the same after every restart. */
  readonly nodeId: string;
  /** This run of it. */
  readonly runId: string;
  /** What signatures and marks are made with; the same on every node. */
  readonly dataKey: Secret;
  /** The keys of workspaces and organizations. */
  readonly sealing: SealingRing;
  /** The mail server; absent: mail stays in the outbox. */
  readonly smtpUrl: Secret | undefined;
  /** Counters in Redis, shared with other nodes. Absent: this node counts alone. */
  readonly counters: SharedCounters | undefined;
  /** Public address of the service. */
  readonly baseUrl: string;
  /** Where other nodes reach this one, once it listens. */
  readonly nodeUrl: () => string | undefined;
}
