import type { Readable } from 'node:stream';
import { newBlobKey } from '#blobs';
import { ApiError, ID_PREFIXES, type FilePurpose } from '@svc/contract';
import type { ResourceCaller } from '#features/module';
import { newId } from '#kit';
import type { WorkspaceScope } from '#store';
import type { FormReceiver } from './read-form.ts';
import { checkReceived, receiveFile, type ReceiveDeps, type ReceivedFile } from './receive-file.ts';
import { requireFilename } from './require-filename.ts';
import { dropUpload } from './store/uploads.ts';
import { UploadDigest } from './upload-digest.ts';
import { UploadFields } from './upload-fields.ts';
import { UploadReservation, type ReservationDeps } from './upload-reservation.ts';

export interface UploadDeps extends ReservationDeps, ReceiveDeps {}

export interface UploadOptions {
  readonly scope: WorkspaceScope;
  /** At least as long as the file is, where that is known. */
  readonly declaredBytes: number | undefined;
  /** Whether the parts are to be told from those of another upload. */
  readonly hasDigest: boolean;
}

/** A file whose upload is over, and what its form says of it. */
export interface CompleteUpload {
  readonly id: string;
  readonly purpose: FilePurpose;
  readonly days: number;
  readonly file: ReceivedFile;
  readonly digest: Buffer | undefined;
}

/** One upload on its way in: the parts of its form, its bytes, and the room that is reserved for them. */
export class Upload implements FormReceiver {
  readonly id: string;
  readonly #blobKey: string;
  readonly #deps: UploadDeps;
  readonly #options: UploadOptions;
  readonly #fields: UploadFields;
  readonly #digest: UploadDigest | undefined;
  #received: ReceivedFile | undefined;
  #begun = false;

  constructor(deps: UploadDeps, options: UploadOptions) {
    const nowMs = deps.clock.nowMs();
    this.id = newId(ID_PREFIXES.file, nowMs);
    this.#blobKey = newBlobKey(nowMs);
    this.#deps = deps;
    this.#options = options;
    this.#fields = new UploadFields(deps.limits());
    this.#digest = options.hasDigest ? new UploadDigest() : undefined;
  }

  field(name: string, value: string): void {
    this.#fields.add(name, value);
    this.#digest?.addField(name, value);
  }

  async file(name: string, sentName: string, bytes: Readable): Promise<void> {
    if (name !== 'file')
      throw invalid(name, `Send the file as a part named file, not ${JSON.stringify(name)}.`);
    if (this.#begun) throw invalid('file', 'Send one file.');
    this.#begun = true;
    const filename = requireFilename(sentName);
    this.#digest?.addFilename(filename);
    const { scope, declaredBytes } = this.#options;
    const reservation = new UploadReservation(this.#deps, scope, this.id);
    await reservation.open({ filename, blobKey: this.#blobKey }, declaredBytes);
    const { purpose } = this.#fields;
    const file = { filename, purpose, blobKey: this.#blobKey, digest: this.#digest };
    this.#received = await receiveFile(this.#deps, file, bytes, reservation);
  }

  /** Throws 400, 413 for what is only known when the form is over. */
  complete(caller: Pick<ResourceCaller, 'zeroDataRetention'>): CompleteUpload {
    const { purpose, days } = this.#fields.end(caller);
    const file = this.#received;
    if (!file) throw invalid('file', 'Send a part file with the bytes and a filename.');
    checkReceived(file, purpose, this.#deps.limits());
    return { id: this.id, purpose, days, file, digest: this.#digest?.end() };
  }

  /** It is stored for good. */
  keep(): void {
    this.#deps.leases.delete(this.id);
  }

  /** Removes what was stored and frees its room. */
  async drop(): Promise<void> {
    this.#deps.leases.delete(this.id);
    if (!this.#begun) return;
    await this.#deps.blobs.delete(this.#blobKey);
    await dropUpload(this.#options.scope, this.id);
  }
}

function invalid(param: string, message: string): ApiError {
  return new ApiError('invalid_parameter', { param, message });
}
