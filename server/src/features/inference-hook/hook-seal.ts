import { SECRET_PREFIXES } from '@svc/contract';
import type { InferenceHookRecord } from '#features/organization';
import { AeadBox, newSecret, Secret, type Log } from '#kit';

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

const UNREADABLE: HookCredentials = { headers: {}, secrets: [] };

/** Seals headers and signing secrets of hooks, each for its organization: what is moved to another row opens nowhere. */
export class HookSeal {
  readonly #box: AeadBox;
  readonly #log: Log;

  constructor({ dataKey, log }: { readonly dataKey: Secret; readonly log: Log }) {
    this.#box = new AeadBox(dataKey, 'svc inference hooks');
    this.#log = log;
  }

  /** A new signing secret, and the form it is stored in. */
  createSecret(organizationId: string): { readonly secret: Secret; readonly sealed: Buffer } {
    const secret = newSecret(SECRET_PREFIXES.webhookSigning);
    return { secret, sealed: this.#box.encrypt(secret.reveal(), secretAad(organizationId)) };
  }

  sealHeaders(organizationId: string, headers: readonly Header[]): Buffer {
    const entries = headers.map(({ name, value }) => [name.toLowerCase(), value]);
    return this.#box.encrypt(JSON.stringify(entries), headersAad(organizationId));
  }

  /** Without secrets when the data key is another one than it was sealed with: replacing the hook and rotating its secret mends that. */
  open(organizationId: string, hook: Sealed, nowMs: number): HookCredentials {
    try {
      const entries: unknown = JSON.parse(this.#box.decrypt(hook.sealedHeaders, headersAad(organizationId)));
      return {
        headers: Object.fromEntries(entries as [string, string][]),
        secrets: liveSecrets(hook, nowMs).map(
          (sealed) => new Secret(this.#box.decrypt(sealed, secretAad(organizationId))),
        ),
      };
    } catch {
      this.#log.error(
        { organization: organizationId },
        'inference hook unreadable: sealed with another data key; replace it and rotate its secret',
      );
      return UNREADABLE;
    }
  }
}

function liveSecrets(
  { sealedSecret, sealedPreviousSecret, previousSecretExpiresAtMs }: Sealed,
  nowMs: number,
): readonly Buffer[] {
  const isLive = sealedPreviousSecret !== null && (previousSecretExpiresAtMs ?? 0) > nowMs;
  return isLive ? [sealedSecret, sealedPreviousSecret] : [sealedSecret];
}

function headersAad(organizationId: string): string {
  return `${organizationId} headers`;
}

function secretAad(organizationId: string): string {
  return `${organizationId} secret`;
}
