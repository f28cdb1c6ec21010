import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, type LimitValues } from '@svc/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '#kit';
import { WorkspaceScope, type Tables } from '#store';
import { insertUpload, lockStorageUse, reserveBytes, type StorageUse } from './store/uploads.ts';
import type { UploadLeases } from './upload-leases.ts';
import { FORM_BYTES } from './upload-size.ts';

/** Reserved at a time if the length is not declared. */
const STEP_BYTES = 16_777_216;
const RETRY_MS = 100;
const MAX_RETRIES = 20;

export interface ReservationDeps {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly limits: () => LimitValues;
  readonly leases: UploadLeases;
}

export interface ReservedFile {
  readonly filename: string;
  readonly blobKey: string;
}

/**
 * Reserves storage in a workspace for an upload: its row and bytes count as stored from the start, so that concurrent uploads
 * cannot exceed the quota together (D-FILE-6). Reservations left by a crash are released when the lease ends.
 */
export class UploadReservation {
  readonly #deps: ReservationDeps;
  readonly #scope: WorkspaceScope;
  readonly #id: string;
  #bytes = 0;
  #lost: AbortSignal | undefined;

  constructor(deps: ReservationDeps, scope: WorkspaceScope, id: string) {
    this.#deps = deps;
    this.#scope = scope;
    this.#id = id;
  }

  /** Inserts the row. `declaredBytes`: of the form. Throws 507 `storage_quota_exceeded`. */
  async open({ filename, blobKey }: ReservedFile, declaredBytes: number | undefined): Promise<void> {
    const { clock, limits, leases } = this.#deps;
    const nowMs = clock.nowMs();
    const leastBytes = Math.max(1, (declaredBytes ?? 0) - FORM_BYTES);
    await this.#locked(async (scope, { files, freeBytes }) => {
      // An upload that cannot fit must not reserve storage that others could use.
      if (files >= limits().workspace_files || freeBytes < leastBytes) throw full();
      this.#bytes = Math.min(declaredBytes ?? STEP_BYTES, freeBytes);
      await insertUpload(scope, {
        id: this.#id,
        filename,
        blob_key: blobKey,
        bytes: this.#bytes,
        // Both are known when the upload ends.
        purpose: 'code_input',
        created_at: nowMs,
        expires_at: nowMs,
        lease_ends_at: leases.endsAtMs(),
      });
    });
    this.#lost = leases.add(this.#id);
  }

  /** Aborted when the reservation was released because this process did not renew it in time. Undefined before `open`. */
  get lost(): AbortSignal | undefined {
    return this.#lost;
  }

  /** Reserves at least this many bytes. Throws 507 `storage_quota_exceeded`. */
  async cover(bytes: number): Promise<void> {
    if (bytes <= this.#bytes) return;
    for (let tries = 0; !(await this.#grow(bytes)); tries++) {
      if (tries === MAX_RETRIES) throw full();
      await delay(RETRY_MS);
    }
  }

  /**
   * False if there is no room yet: uploads beside it reserve the length of their form, and release what is more than their file
   * when they end. Throws if that could not be enough.
   */
  async #grow(bytes: number): Promise<boolean> {
    return this.#locked(async (scope, { uploads, freeBytes }) => {
      if (bytes > freeBytes + uploads * FORM_BYTES) throw full();
      if (bytes > freeBytes) return false;
      this.#bytes = Math.min(Math.max(bytes, this.#bytes + STEP_BYTES), freeBytes);
      if (!(await reserveBytes(scope, this.#id, this.#bytes))) throw new ApiError('temporarily_unavailable');
      return true;
    });
  }

  #locked<T>(
    work: (scope: WorkspaceScope, use: StorageUse & { readonly freeBytes: number }) => Promise<T>,
  ): Promise<T> {
    const { db, clock, limits } = this.#deps;
    const { organizationId, workspaceId } = this.#scope;
    return db.transaction().execute(async (trx) => {
      const scope = new WorkspaceScope(trx, organizationId, workspaceId);
      const use = await lockStorageUse(scope, clock.nowMs(), this.#id);
      return work(scope, { ...use, freeBytes: limits().workspace_storage_bytes - use.bytes });
    });
  }
}

function full(): ApiError {
  return new ApiError('storage_quota_exceeded');
}
