import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, type LimitValues } from '@svc/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '#kit';
import { WorkspaceScope, type Tables } from '#store';
import { insertUpload, lockStorageUse, reserveBytes } from './store/uploads.ts';
import type { UploadLeases } from './upload-leases.ts';
import { FORM_BYTES } from './upload-size.ts';

/** Reserved at a time if the length is not declared. */
const STEP_BYTES = 16_777_216;
const RETRY_MS = 100;
const MOST_RETRIES = 5;

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
    leases.add(this.#id);
  }

  /** Reserves at least this many bytes. Throws 507 `storage_quota_exceeded`. */
  async cover(bytes: number): Promise<void> {
    if (bytes <= this.#bytes) return;
    // Uploads beside it hold the length of their whole form, and give back what is more than their file when they end.
    for (let tries = 0; !(await this.#grow(bytes)); tries++) {
      if (tries === MOST_RETRIES) throw full();
      await delay(RETRY_MS);
    }
  }

  /** False if there is no room. */
  async #grow(bytes: number): Promise<boolean> {
    let fits = true;
    await this.#locked(async (scope, { freeBytes }) => {
      fits = freeBytes >= bytes;
      if (!fits) return;
      this.#bytes = Math.min(Math.max(bytes, this.#bytes + STEP_BYTES), freeBytes);
      if (!(await reserveBytes(scope, this.#id, this.#bytes))) throw new ApiError('temporarily_unavailable');
    });
    return fits;
  }

  #locked(
    work: (
      scope: WorkspaceScope,
      use: { readonly files: number; readonly freeBytes: number },
    ) => Promise<void>,
  ): Promise<void> {
    const { db, clock, limits } = this.#deps;
    const { organizationId, workspaceId } = this.#scope;
    return db.transaction().execute(async (trx) => {
      const scope = new WorkspaceScope(trx, organizationId, workspaceId);
      const { files, bytes } = await lockStorageUse(scope, clock.nowMs(), this.#id);
      await work(scope, { files, freeBytes: limits().workspace_storage_bytes - bytes });
    });
  }
}

function full(): ApiError {
  return new ApiError('storage_quota_exceeded');
}
