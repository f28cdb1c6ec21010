import { ApiError, OPENAI_UPLOAD_PURPOSES, type OpenAiUploadPurpose } from '@svc/contract';
import { unsupportedValue } from '#features/compat';
import type { ResourceCaller } from '#features/module';
import { DAY_MS } from '#kit';
import type { FormReceiver } from '../read-form.ts';
import type { Upload } from '../upload.ts';
import type { UploadFormat } from '../upload-format.ts';
import { toOpenAiFile } from './openai-file.ts';

const SECONDS = 'expires_after[seconds]';
const DAY_S = DAY_MS / 1000;

/** Uploads of OpenAI's protocol, `POST /compat/openai/v1/files`. */
export const OPENAI_UPLOAD_FORMAT: UploadFormat = {
  status: 200,
  receive: (upload, caller) => new OpenAiUpload(upload, caller),
  toObject: toOpenAiFile,
};

/** Passes the parts on in our own form. Other parts are ignored (COMPG-05). */
class OpenAiUpload implements FormReceiver {
  readonly #upload: Upload;
  readonly #zeroDataRetention: boolean;

  constructor(upload: Upload, { zeroDataRetention }: Pick<ResourceCaller, 'zeroDataRetention'>) {
    this.#upload = upload;
    this.#zeroDataRetention = zeroDataRetention;
    // Clients that set no expiry get what the organization allows (FILE-21).
    if (zeroDataRetention) upload.field('expires_after_days', '1');
  }

  field(name: string, value: string): void {
    if (name === 'purpose') this.#upload.field('purpose', toPurpose(value));
    else if (name === SECONDS) this.#expireAfter(value);
  }

  file(name: string, filename: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    return this.#upload.file(name, filename, bytes);
  }

  /** Files live for whole days. */
  #expireAfter(text: string): void {
    const days = /^\d{1,9}$/.test(text) ? Math.ceil(Number(text) / DAY_S) : 0;
    if (days === 0) throw invalid('must be a whole number of seconds');
    if (!this.#zeroDataRetention) this.#upload.field('expires_after_days', String(days));
    else if (days > 1) throw invalid(`must be at most ${DAY_S}: your organization has zero data retention`);
  }
}

function toPurpose(value: string): string {
  if (Object.hasOwn(OPENAI_UPLOAD_PURPOSES, value))
    return OPENAI_UPLOAD_PURPOSES[value as OpenAiUploadPurpose];
  const purposes = Object.keys(OPENAI_UPLOAD_PURPOSES).join(', ');
  throw unsupportedValue('purpose', `Files are taken for the purposes ${purposes}.`);
}

function invalid(problem: string): ApiError {
  return new ApiError('invalid_parameter', { param: SECONDS, message: `${SECONDS} ${problem}.` });
}
