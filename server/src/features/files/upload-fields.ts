import { ApiError, FILE_PURPOSES, fileUploadFields, type FilePurpose, type LimitValues } from '@svc/contract';
import type { ResourceCaller } from '#features/module';

/** A name is cut, so that a refusal stays small. */
const MAX_NAME_CHARACTERS = 64;
const NAMES = ['purpose', 'expires_after_days'] as const;

/** The text parts of an upload, validated as they arrive: an invalid one is refused before the file is received. */
export class UploadFields {
  readonly #limits: LimitValues;
  readonly #values = new Map<string, string>();

  constructor(limits: LimitValues) {
    this.#limits = limits;
  }

  get purpose(): FilePurpose | undefined {
    return FILE_PURPOSES.find((purpose) => purpose === this.#values.get('purpose'));
  }

  /** Throws 400 `unknown_parameter` (D-GEN-6), `invalid_purpose`, or `invalid_parameter` for a part that is repeated or out of range. */
  add(name: string, value: string): void {
    if (name === 'file') throw invalid(name, 'Send the part file with a filename.');
    if (!NAMES.some((known) => known === name)) throw unknownPart(name);
    if (this.#values.has(name)) throw invalid(name, `Send ${name} once.`);
    this.#values.set(name, value);
    if (name === 'purpose' && this.purpose === undefined)
      throw new ApiError('invalid_purpose', { param: 'purpose' });
    if (name === 'expires_after_days') this.#days();
  }

  /** The fields at the end of the form. Throws 400 `invalid_parameter`. */
  end({ zeroDataRetention }: Pick<ResourceCaller, 'zeroDataRetention'>): {
    purpose: FilePurpose;
    days: number;
  } {
    const { purpose } = this;
    if (purpose === undefined) throw invalid('purpose', 'Send a part purpose.');
    const days = this.#days();
    const most = this.#limits.file_expiry_zero_retention_days;
    // FILE-21
    if (zeroDataRetention && days !== most)
      throw invalid(
        'expires_after_days',
        `Your organization has zero data retention: send expires_after_days as ${most}.`,
      );
    return { purpose, days: days ?? this.#limits.file_expiry_default_days };
  }

  #days(): number | undefined {
    const text = this.#values.get('expires_after_days');
    const parsed = fileUploadFields(this.#limits).shape.expires_after_days.safeParse(text);
    if (parsed.success) return parsed.data;
    throw invalid(
      'expires_after_days',
      `expires_after_days must be a whole number from 1 to ${this.#limits.file_expiry_days}.`,
    );
  }
}

/** Of a text or a file. */
export function unknownPart(name: string): ApiError {
  return new ApiError('unknown_parameter', {
    param: name.slice(0, MAX_NAME_CHARACTERS),
    message: `The form has a part ${JSON.stringify(name.slice(0, MAX_NAME_CHARACTERS))}, which uploads do not take.`,
  });
}

function invalid(param: string, message: string): ApiError {
  return new ApiError('invalid_parameter', { param, message });
}
