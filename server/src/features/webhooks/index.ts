/** Webhooks: signed events, sent to customers' URLs and retried (platform contract §2.5, §4.5, §6). */
export { listWebhookAddresses, type AddressDeps } from './list-addresses.ts';
export { webhooksModule } from './webhooks-module.ts';
