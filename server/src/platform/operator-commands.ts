import type { Backups } from '#backup';
import type { ProvisioningFile } from '#config';
import { resetSignIn, type ResetSubject, type SignInReset } from '#features/console-auth';
import {
  checkLedger,
  dropUsage,
  grantCreditsTo,
  type DroppedMonth,
  type Granted,
  type GrantRequest,
  type LedgerFinding,
} from '#features/billing';
import { showRequest, type ShownRequest } from '#features/reports';
import { checkFiles, type FilesFinding } from '#features/files';
import { revokeKey, type RevokedKey } from '#features/keys';
import type { Module, SealedTable } from '#features/module';
import { resealNext, type ResealPosition, type ResealStep } from '#features/resealing';
import {
  applyProvisioning,
  ensureFirstOrganization,
  type FirstOrganization,
  type ProvisionResult,
} from '#features/provisioning';
import {
  addOperator,
  createKeyByCommand,
  listOperators,
  removeOperator,
  revokeKeyByCommand,
  type AddedOperator,
  type ListedOperator,
  type OperatorKeySettings,
} from '#features/operators';
import type { NewOperatorKey, OperatorRole } from '@svc/contract';
import type { DownRoute, KeyName } from '#engine';
import { describeError } from '#kit';
import type { AppServices } from './app-services.ts';
import type { Storage } from './storage.ts';

interface OperatorCommandsParts {
  readonly services: AppServices;
  readonly storage: Storage;
  readonly backups: Backups;
  /** Whether the service has yet to answer its first request. */
  readonly isStarting: () => boolean;
}

/** What an operator may do to a running service, as the command line, the control socket and tests call it. */
export class OperatorCommands {
  readonly #services: AppServices;
  readonly #storage: Storage;
  /** Copies everything into one file while the service goes on. */
  readonly backups: Backups;
  readonly #isStarting: () => boolean;

  constructor({ services, storage, backups, isStarting }: OperatorCommandsParts) {
    this.#services = services;
    this.backups = backups;
    this.#storage = storage;
    this.#isStarting = isStarting;
  }

  /** As this process has seen them: others count and judge by themselves. */
  downRoutes(): readonly DownRoute[] {
    return this.#services.generation.downRoutes();
  }

  /** Of this process, too: keys of engines that are out and have answered a probe are used again. Returns those. */
  restoreEngineKeys(names: readonly KeyName[]): readonly KeyName[] {
    return this.#services.generation.restoreKeys(names);
  }

  /** Takes effect on every node before this resolves: the next request with the key is refused. */
  async revokeKey(target: string): Promise<RevokedKey> {
    const revoked = await revokeKey(this.#storage.store.db, target, this.#nowMs());
    await this.#services.credentialsChanged([revoked]);
    return revoked;
  }

  async provision(file: ProvisioningFile, { update }: { update: boolean }): Promise<ProvisionResult> {
    const { clock, log } = this.#services;
    // Without time limits: another node may hold the lock for longer than a request would wait.
    const result = await this.#storage.store.withoutTimeLimits((db) =>
      applyProvisioning(db, file, { update, clock }),
    );
    this.#services.forgetCredentials();
    const announced = this.#services.credentialsChanged(result.epochs);
    // A node that starts has no callers, and must not wait for Redis while it is away.
    if (this.#isStarting())
      announced.catch((error: unknown) =>
        log.error({ error: describeError(error) }, 'announcing credential changes failed'),
      );
    else await announced;
    for (const what of result.passedOver) log.warn({ what }, 'provisioning skipped an entry');
    return result;
  }

  /** Makes an organization on this plan with a first key when the database is empty. */
  createFirstOrganization(planId: string): Promise<FirstOrganization | undefined> {
    return this.#storage.store.withoutTimeLimits((db) =>
      ensureFirstOrganization(db, this.#services.clock, planId),
    );
  }

  /** Adds credits to an organization named by id or name. */
  grantCredits(request: GrantRequest): Promise<Granted> {
    return grantCreditsTo(this.#storage.store.db, request, this.#nowMs());
  }

  /** Lets somebody who can no longer sign in start again with a one-time link. */
  async resetSignIn(who: ResetSubject): Promise<SignInReset> {
    const reset = await resetSignIn(this.#storage.store.db, who, this.#nowMs());
    await this.#services.credentialsChanged(reset.epochs);
    return reset;
  }

  /** Checks the books, with everything in them that was answered until now. */
  async checkLedger(): Promise<readonly LedgerFinding[]> {
    await this.#storage.journal.flush();
    return this.#storage.store.withoutTimeLimits((db) => checkLedger(db, this.#nowMs()));
  }

  /** Compares the files in the database with the bytes in the storage. */
  checkFiles(): Promise<readonly FilesFinding[]> {
    return checkFiles(this.#services, this.#nowMs());
  }

  /** Seals some stored data again with the keys that seal now. */
  reseal(position: ResealPosition): Promise<ResealStep> {
    const { db, sealing } = this.#services;
    return resealNext({ db, sealing, tables: this.sealedTables }, position);
  }

  /** In the order in which they are sealed again. */
  get sealedTables(): readonly SealedTable[] {
    return this.#services.modules.flatMap(({ sealed = [] }: Module) => sealed);
  }

  /** Drops the usage records of all months before the one that starts then. */
  async dropUsage(beforeMs: number): Promise<readonly DroppedMonth[]> {
    // Usage that still waits in this node's journal belongs to months that must exist when it is written.
    await this.#storage.journal.flush();
    return this.#storage.store.withoutTimeLimits((db) => dropUsage(db, beforeMs, this.#nowMs()));
  }

  /** The record of a request of any organization. Null: there is none. */
  showRequest(id: string): Promise<ShownRequest | null> {
    return this.#storage.store.withoutTimeLimits((db) => showRequest(db, id));
  }

  /** Adds an operator, or resets the sign-in of an existing one. */
  addOperator(operator: { readonly email: string; readonly role: OperatorRole }): Promise<AddedOperator> {
    return addOperator(this.#services.db, operator, this.#nowMs());
  }

  listOperators(): Promise<readonly ListedOperator[]> {
    return listOperators(this.#services.db);
  }

  removeOperator(email: string): ReturnType<typeof removeOperator> {
    return removeOperator(this.#services.db, email, this.#nowMs());
  }

  createOperatorKey(settings: OperatorKeySettings): Promise<NewOperatorKey> {
    return createKeyByCommand(this.#services.db, settings, this.#nowMs());
  }

  revokeOperatorKey(id: string): Promise<{ id: string; name: string }> {
    return revokeKeyByCommand(this.#services.db, id, this.#nowMs());
  }

  #nowMs(): number {
    return this.#services.clock.nowMs();
  }
}
