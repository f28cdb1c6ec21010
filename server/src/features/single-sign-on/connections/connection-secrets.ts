import { Secret, type Log } from '#kit';
import type { PurposeKeys, SealingRing } from '#sealing';
import type { ConnectionRow } from '../store/connections.ts';
import { SEALED_CONNECTIONS, secretAad } from './sealed-connections.ts';

type Sealed = Pick<
  ConnectionRow,
  'id' | 'organization_id' | 'sealed_secret' | 'sealed_previous_secret' | 'previous_secret_expires_at'
>;

/** Seals client secrets for the organization and its connection: one that is moved to another row opens nowhere. */
export class ConnectionSecrets {
  readonly #keys: PurposeKeys;
  readonly #log: Log;

  constructor({ sealing, log }: { readonly sealing: SealingRing; readonly log: Log }) {
    this.#keys = sealing.keysFor(SEALED_CONNECTIONS.purpose);
    this.#log = log;
  }

  seal(
    { id, organization_id: organizationId }: Pick<Sealed, 'id' | 'organization_id'>,
    secret: string,
  ): Buffer {
    return this.#keys.ofOrganization(organizationId).seal(secret, secretAad(id));
  }

  /** The current one first, then the one before it while that is tried (D-SSO-21). Empty: the client has none. */
  open(row: Sealed, nowMs: number): Secret[] {
    const previous = (row.previous_secret_expires_at ?? 0) > nowMs ? row.sealed_previous_secret : null;
    return [row.sealed_secret, previous].flatMap((sealed) =>
      sealed === null ? [] : this.#open(row, sealed),
    );
  }

  #open({ id, organization_id: organizationId }: Sealed, sealed: Buffer): Secret[] {
    try {
      return [new Secret(this.#keys.ofOrganization(organizationId).openText(sealed, secretAad(id)))];
    } catch {
      this.#log.error(
        { connection: id },
        'client secret unreadable: sealed with another data key; set it again',
      );
      return [];
    }
  }
}
