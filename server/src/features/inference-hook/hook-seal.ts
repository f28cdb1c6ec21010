import { SECRET_PREFIXES } from '@svc/contract';
import type { InferenceHookRecord } from '#features/organization';
import type { Log, Secret } from '#kit';
import {
  RotatingSecret,
  type PurposeKeys,
  type RotationRules,
  type SealingRing,
  type StoredSecret,
} from '#sealing';
import { headersAad, SEALED_HOOKS, secretAad } from './sealed-hooks.ts';

interface Header {
  readonly name: string;
  readonly value: string;
}

/** What calls of a hook are sent and signed with. */
export interface HookCredentials {
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The current one first. Empty: nothing can be sent, since an unsigned call could not be told from a forged one. */
  readonly secrets: readonly Secret[];
}

type Sealed = Pick<
  InferenceHookRecord,
  'sealedHeaders' | 'sealedSecret' | 'sealedPreviousSecret' | 'previousSecretExpiresAtMs'
>;
type SealedSecrets = Omit<Sealed, 'sealedHeaders'>;

/** The columns of a hook for its current secret and the one before it. */
const MAX_SECRETS = 2;
const PREFIX = SECRET_PREFIXES.webhookSigning;
const UNREADABLE: HookCredentials = { headers: {}, secrets: [] };

/** Seals headers and signing secrets of hooks, each for its organization: what is moved to another row opens nowhere. */
export class HookSeal {
  readonly #keys: PurposeKeys;
  readonly #log: Log;

  constructor({ sealing, log }: { readonly sealing: SealingRing; readonly log: Log }) {
    this.#keys = sealing.keysFor(SEALED_HOOKS.purpose);
    this.#log = log;
  }

  /** A new signing secret, and the form it is stored in. */
  createSecret(organizationId: string): { readonly secret: Secret; readonly sealed: Buffer } {
    return this.#secretOf(organizationId).create(PREFIX);
  }

  /** The same for a hook that has one. The previous one signs beside it for a while; one of an earlier rotation ends. */
  rotateSecret(
    organizationId: string,
    hook: SealedSecrets,
    { overlapHours }: Pick<RotationRules, 'overlapHours'>,
    nowMs: number,
  ): { readonly secret: Secret; readonly hook: SealedSecrets; readonly previousExpiresAtMs: number } {
    const rules = { overlapHours, mostKept: MAX_SECRETS };
    const rotation = this.#secretOf(organizationId).rotate(PREFIX, secretsOf(hook), rules, nowMs);
    const [current, previous] = rotation.stored;
    return {
      ...rotation,
      hook: {
        sealedSecret: current!.sealed,
        sealedPreviousSecret: previous?.sealed ?? null,
        previousSecretExpiresAtMs: previous?.expiresAtMs ?? null,
      },
    };
  }

  sealHeaders(organizationId: string, headers: readonly Header[]): Buffer {
    const entries = headers.map(({ name, value }) => [name.toLowerCase(), value]);
    return this.#keys
      .ofOrganization(organizationId)
      .seal(JSON.stringify(entries), headersAad(organizationId));
  }

  /** Without secrets when the data key is another one than it was sealed with: replacing the hook and rotating its secret mends that. */
  open(organizationId: string, hook: Sealed, nowMs: number): HookCredentials {
    const unreadable = (): void =>
      this.#log.error(
        { organization: organizationId },
        'inference hook unreadable: sealed with another data key; replace it and rotate its secret',
      );
    const headers = this.#openHeaders(organizationId, hook.sealedHeaders);
    if (headers)
      return { headers, secrets: this.#secretOf(organizationId).open(secretsOf(hook), nowMs, unreadable) };
    unreadable();
    return UNREADABLE;
  }

  #openHeaders(organizationId: string, sealed: Buffer): Record<string, string> | undefined {
    try {
      const key = this.#keys.ofOrganization(organizationId);
      return Object.fromEntries(
        JSON.parse(key.openText(sealed, headersAad(organizationId))) as [string, string][],
      );
    } catch {
      return undefined;
    }
  }

  #secretOf(organizationId: string): RotatingSecret {
    return new RotatingSecret(this.#keys.ofOrganization(organizationId), secretAad(organizationId));
  }
}

function secretsOf(hook: SealedSecrets): StoredSecret[] {
  const current = { sealed: hook.sealedSecret, expiresAtMs: null };
  return hook.sealedPreviousSecret === null
    ? [current]
    : [current, { sealed: hook.sealedPreviousSecret, expiresAtMs: hook.previousSecretExpiresAtMs ?? 0 }];
}
