/** Webhooks: signed events, sent to customers' URLs and retried (platform contract §2.5, §4.5, §6). */
export { listWebhookAddresses, type AddressDeps } from './list-addresses.ts';
export { retryDelivery } from './retry-delivery.ts';
export {
  countQueuedDeliveries,
  findFailingDeliveries,
  type FailingDeliveryRow,
} from './store/failing-deliveries.ts';
export { signDelivery } from './sender/sign-delivery.ts';
export { requireDeliverableUrl, type UrlRules } from './url-check.ts';
export { withoutQuery } from './webhook-object.ts';
export { webhooksModule } from './webhooks-module.ts';
