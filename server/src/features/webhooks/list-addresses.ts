import type { WebhookAddresses } from '@svc/contract';
import type { DeploymentConfig } from '#config';
import type { HttpExchange, Step } from '#exchange';
import { toTimestamp, type Clock } from '#kit';

export interface AddressDeps {
  readonly deployment: () => DeploymentConfig;
  readonly clock: Clock;
}

/** `GET /api/ip-ranges`: the configured source addresses of deliveries (D-HOOK-15). `updated_at` is when this process loaded the list. */
export function listWebhookAddresses({ deployment, clock }: AddressDeps): Step<HttpExchange> {
  let known = deployment().webhooks.egress_ips;
  let changedAtMs = clock.nowMs();
  return ({ sink }) => {
    const { egress_ips: addresses } = deployment().webhooks;
    if (JSON.stringify(addresses) !== JSON.stringify(known))
      [known, changedAtMs] = [addresses, clock.nowMs()];
    const body: WebhookAddresses = { webhooks: known.map(toRange), updated_at: toTimestamp(changedAtMs) };
    sink.json(200, JSON.stringify(body), ['cache-control', 'public, max-age=300']);
  };
}

/** A single address is a range of one. */
function toRange(address: string): string {
  if (address.includes('/')) return address;
  return `${address}/${address.includes(':') ? 128 : 32}`;
}
