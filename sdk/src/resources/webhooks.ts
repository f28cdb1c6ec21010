import { segment, type Call, type RequestOptions } from '../core/call.ts';
import { listPages, type Pages } from '../core/pages.ts';
import type { Transport } from '../core/transport.ts';
import { PATHS } from '../generated/paths.ts';
import type {
  CreateWebhookBody,
  DeleteWebhookAnswer,
  ListWebhookDeliveriesAnswer,
  ListWebhookDeliveriesQuery,
  ListWebhooksAnswer,
  ListWebhooksQuery,
  NewWebhook,
  UpdateWebhookBody,
  Webhook,
  WebhookAddresses,
  WebhookDelivery,
  WebhookSecret,
} from '../generated/types.ts';

type WebhookOperation =
  | 'readWebhook'
  | 'updateWebhook'
  | 'deleteWebhook'
  | 'rotateWebhookSecret'
  | 'testWebhook'
  | 'listWebhookDeliveries'
  | 'readWebhookDelivery'
  | 'redeliverWebhook';

/** The webhooks of the key's workspace. Those of the organization are in `admin`; receivers check deliveries with `webhooks.verify`. */
export class Webhooks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The `signing_secret` is in this response only. */
  create(body: CreateWebhookBody, options?: RequestOptions): Promise<NewWebhook> {
    return this.#transport.json({ ...PATHS.createWebhook, body, repetition: 'keyed' }, options);
  }

  /** The first page, or with `for await` every webhook, newest first. */
  list(query: ListWebhooksQuery = {}, options?: RequestOptions): Pages<ListWebhooksAnswer> {
    return listPages<ListWebhooksAnswer>({ ...query }, (page) =>
      this.#transport.json({ ...PATHS.listWebhooks, query: page, repetition: 'safe' }, options),
    );
  }

  /** The addresses that deliveries come from, for the allowlist of a firewall. Takes any key. */
  listAddresses(options?: RequestOptions): Promise<WebhookAddresses> {
    return this.#transport.json({ ...PATHS.listWebhookAddresses, repetition: 'safe' }, options);
  }

  retrieve(id: string, options?: RequestOptions): Promise<Webhook> {
    return this.#transport.json(callOf('readWebhook', id), options);
  }

  /** `status` pauses and resumes it. */
  update(id: string, body: UpdateWebhookBody, options?: RequestOptions): Promise<Webhook> {
    return this.#transport.json({ ...callOf('updateWebhook', id), body }, options);
  }

  delete(id: string, options?: RequestOptions): Promise<DeleteWebhookAnswer> {
    return this.#transport.json(callOf('deleteWebhook', id), options);
  }

  /** Creates a new signing secret. Deliveries are signed with both until `previous_secret_expires_at`. */
  rotateSecret(id: string, options?: RequestOptions): Promise<WebhookSecret> {
    return this.#transport.json(callOf('rotateWebhookSecret', id), options);
  }

  /** Sends a `webhook.test` event, whether or not the webhook subscribes to it. */
  test(id: string, options?: RequestOptions): Promise<WebhookDelivery> {
    return this.#transport.json(callOf('testWebhook', id), options);
  }

  /** The deliveries of the last 30 days, newest first. */
  listDeliveries(
    id: string,
    query: ListWebhookDeliveriesQuery = {},
    options?: RequestOptions,
  ): Pages<ListWebhookDeliveriesAnswer> {
    return listPages<ListWebhookDeliveriesAnswer>({ ...query }, (page) =>
      this.#transport.json({ ...callOf('listWebhookDeliveries', id), query: page }, options),
    );
  }

  retrieveDelivery(id: string, deliveryId: string, options?: RequestOptions): Promise<WebhookDelivery> {
    return this.#transport.json(callOf('readWebhookDelivery', id, deliveryId), options);
  }

  /** Sends the event of a past delivery again. */
  redeliver(id: string, deliveryId: string, options?: RequestOptions): Promise<WebhookDelivery> {
    return this.#transport.json(callOf('redeliverWebhook', id, deliveryId), options);
  }
}

function callOf(operation: WebhookOperation, id: string, deliveryId?: string): Call {
  const { method, path, betas } = PATHS[operation];
  const filled = path.replace('{webhook_id}', segment(id));
  return {
    method,
    betas,
    path: deliveryId === undefined ? filled : filled.replace('{delivery_id}', segment(deliveryId)),
    repetition: method === 'POST' ? 'keyed' : 'safe',
  };
}
