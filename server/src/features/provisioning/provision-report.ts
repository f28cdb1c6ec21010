import type { EpochChange } from '#cluster';
import type { KeyKind } from '#features/keys';
import type { Secret } from '#kit';

/** A key that was made. */
export interface IssuedKey {
  readonly organization: string;
  readonly name: string;
  readonly kind: KeyKind | 'admin';
  readonly id: string;
  /** Stored nowhere: can be shown only now. */
  readonly secret: Secret;
  /** True when the file gave the secret, so that it need not be shown. */
  readonly given: boolean;
}

export interface ProvisionResult {
  /** What was made, in words: `organization "Acme"`, `key "main" of "Acme"`. */
  readonly created: readonly string[];
  readonly updated: readonly string[];
  /** What the file says but people have changed since. */
  readonly passedOver: readonly string[];
  readonly keys: readonly IssuedKey[];
  /** Organizations whose credentials must be verified again, with their epochs. */
  readonly epochs: readonly EpochChange[];
}

/** Collects what one transaction did; counts only once that is committed. */
export class ProvisionReport {
  readonly created: string[] = [];
  readonly updated: string[] = [];
  readonly passedOver: string[] = [];
  readonly keys: IssuedKey[] = [];
  /** Its own organization, and others whose members' accounts it disabled. */
  readonly epochs: EpochChange[] = [];
}

export function mergeReports(reports: readonly ProvisionReport[]): ProvisionResult {
  return {
    created: reports.flatMap((report) => report.created),
    updated: reports.flatMap((report) => report.updated),
    passedOver: reports.flatMap((report) => report.passedOver),
    keys: reports.flatMap((report) => report.keys),
    epochs: reports.flatMap((report) => report.epochs),
  };
}
