import type { Fields } from './admin-call.ts';
import type { Deployment } from '../deployments/deployment.ts';
import { ResourceCalls } from './resource-calls.ts';

export type Webhook = Fields & { readonly id: string; readonly signing_secret: string };

/** Of an admin key they are those of the organization. */
export const webhookCalls = new ResourceCalls(
  (as) => (as === 'admin' ? '/v1/organizations/webhooks' : '/v1/webhooks'),
  'webhooks-2026-11-01,admin-2026-11-01',
);

/** A webhook for as long as `work` runs. */
export async function withWebhook(
  deployment: Deployment,
  fields: Fields,
  work: (webhook: Webhook) => Promise<void>,
  as = 'main',
): Promise<void> {
  const body = { url: 'https://93.184.215.14/conformance', events: ['*'], ...fields };
  const webhook = await webhookCalls.call<Webhook>(deployment, ['POST', '', body], { status: 201, as });
  try {
    await work(webhook);
  } finally {
    await webhookCalls.ask(deployment, 'DELETE', `/${webhook.id}`, { as });
  }
}
