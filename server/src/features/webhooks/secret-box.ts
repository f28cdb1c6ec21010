import { SECRET_PREFIXES } from '@svc/contract';
import type { Kysely } from 'kysely';
import { AeadBox, HOUR_MS, newSecret, Secret, type Log } from '#kit';
import type { Tables } from '#store';
import { dropSecrets, expireSecret, findLiveSecrets, insertSecret } from './store/secrets.ts';

export interface RotationRules {
  readonly overlapHours: number;
  /** Secrets that sign at the same time, including the new one. */
  readonly mostKept: number;
}

/** Creates, rotates and decrypts signing secrets. They are stored encrypted and shown once (D-GEN-9). */
export class SecretBox {
  readonly #seal: AeadBox;
  readonly #log: Log;

  constructor(dataKey: Secret, log: Log) {
    this.#seal = new AeadBox(dataKey, 'svc webhook secrets');
    this.#log = log;
  }

  /** Creates the first secret of a webhook. */
  async create(trx: Kysely<Tables>, webhookId: string): Promise<Secret> {
    return this.#insert(trx, webhookId, 1);
  }

  /** Creates a new secret. The previous ones keep signing for a while (D-HOOK-5). */
  async rotate(
    trx: Kysely<Tables>,
    webhookId: string,
    { overlapHours, mostKept }: RotationRules,
    nowMs: number,
  ): Promise<{ readonly secret: Secret; readonly previousExpiresAtMs: number }> {
    const [current] = await findLiveSecrets(trx, webhookId, nowMs);
    const generation = (current?.generation ?? 0) + 1;
    const previousExpiresAtMs = nowMs + overlapHours * HOUR_MS;
    if (current) await expireSecret(trx, webhookId, current.generation, previousExpiresAtMs);
    await dropSecrets(trx, webhookId, { nowMs, beforeGeneration: generation - mostKept + 1 });
    return { secret: await this.#insert(trx, webhookId, generation), previousExpiresAtMs };
  }

  /** Decrypts secrets. One encrypted with another data key is left out; rotating creates a readable one. */
  open({
    webhookId,
    sealedSecrets,
  }: {
    readonly webhookId: string;
    readonly sealedSecrets: readonly Buffer[];
  }): Secret[] {
    return sealedSecrets.flatMap((sealed) => {
      try {
        return [new Secret(this.#seal.decrypt(sealed, webhookId))];
      } catch {
        this.#log.error(
          { webhook: webhookId },
          'webhook signing secret unreadable: sealed with another data key; rotate it',
        );
        return [];
      }
    });
  }

  async #insert(trx: Kysely<Tables>, webhookId: string, generation: number): Promise<Secret> {
    const secret = newSecret(SECRET_PREFIXES.webhookSigning);
    await insertSecret(trx, {
      webhookId,
      generation,
      sealed: this.#seal.encrypt(secret.reveal(), webhookId),
    });
    return secret;
  }
}
