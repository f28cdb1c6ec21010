import { SECRET_PREFIXES } from '@svc/contract';
import type { Log, Secret } from '#kit';
import { RotatingSecret, type PurposeKeys, type RotationRules, type SealingRing } from '#sealing';
import { SEALED_SECRETS } from './sealed-secrets.ts';
import type { ClaimedDelivery } from './store/claims.ts';
import { findSecrets, setSecrets } from './store/secrets.ts';
import type { WebhookOwner } from './webhook-owner.ts';

const PREFIX = SECRET_PREFIXES.webhookSigning;

/** Creates, rotates and opens signing secrets. They are stored sealed with the organization's key, and shown once (D-GEN-9). */
export class WebhookSecrets {
  readonly #keys: PurposeKeys;
  readonly #log: Log;

  constructor(sealing: SealingRing, log: Log) {
    this.#keys = sealing.keysFor(SEALED_SECRETS.purpose);
    this.#log = log;
  }

  /** Creates the first secret of a webhook. */
  async create({ db, organizationId }: WebhookOwner, webhookId: string): Promise<Secret> {
    const { secret, sealed } = this.#secretOf(organizationId, webhookId).create(PREFIX);
    await setSecrets(db, webhookId, [{ sealed, expiresAtMs: null }]);
    return secret;
  }

  /** Creates a new secret. The previous ones keep signing for a while (D-HOOK-5). */
  async rotate(
    { db, organizationId }: WebhookOwner,
    webhookId: string,
    rules: RotationRules,
    nowMs: number,
  ): Promise<{ readonly secret: Secret; readonly previousExpiresAtMs: number }> {
    const stored = await findSecrets(db, webhookId);
    const rotation = this.#secretOf(organizationId, webhookId).rotate(PREFIX, stored, rules, nowMs);
    await setSecrets(db, webhookId, rotation.stored);
    return rotation;
  }

  /** The secrets that sign a delivery. */
  open(
    { webhookId, organizationId, secrets }: Pick<ClaimedDelivery, 'webhookId' | 'organizationId' | 'secrets'>,
    nowMs: number,
  ): Secret[] {
    return this.#secretOf(organizationId, webhookId).open(secrets, nowMs, () =>
      this.#log.error(
        { webhook: webhookId },
        'webhook signing secret unreadable: sealed with another data key; rotate it',
      ),
    );
  }

  /** The organization's key, also for webhooks of a workspace: events must go out while a workspace's own key is unavailable. */
  #secretOf(organizationId: string, webhookId: string): RotatingSecret {
    return new RotatingSecret(this.#keys.ofOrganization(organizationId), webhookId);
  }
}
