import { ApiError, type LimitValues } from '@svc/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '#kit';
import { WorkspaceScope, type Tables } from '#store';
import { insertUpload, lockStorageUse, reserveBytes } from './store/uploads.ts';
import type { UploadLeases } from './upload-leases.ts';

/** Reserved at a time where the length is not declared. */
const STEP_BYTES = 16_777_216;

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
 * Room in a workspace for a file that is uploaded: its row and bytes count as stored from the first moment on, so that uploads at once
 * cannot pass the quota together (D-FILE-6). What a crash leaves reserved is free again when the lease ends.
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

  /** Makes the row. `declaredBytes`: at least as long as the file is. Throws 507 `storage_quota_exceeded`. */
  async open({ filename, blobKey }: ReservedFile, declaredBytes: number | undefined): Promise<void> {
    const { clock, limits, leases } = this.#deps;
    const nowMs = clock.nowMs();
    await this.#locked(async (scope, { files, freeBytes }) => {
      if (files >= limits().workspace_files || freeBytes <= 0) throw full();
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

  /** Has at least so many bytes reserved. Throws 507 `storage_quota_exceeded`. */
  async cover(bytes: number): Promise<void> {
    if (bytes <= this.#bytes) return;
    await this.#locked(async (scope, { freeBytes }) => {
      if (freeBytes < bytes) throw full();
      this.#bytes = Math.min(Math.max(bytes, this.#bytes + STEP_BYTES), freeBytes);
      if (!(await reserveBytes(scope, this.#id, this.#bytes))) throw new ApiError('temporarily_unavailable');
    });
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
