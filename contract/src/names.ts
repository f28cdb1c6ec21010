import { resourceRows } from './resources.ts';

/** Names of this API's own headers, in the lower case Node gives them (inference contract §2.4 and §8, platform contract). */
export const HEADERS = {
  requestId: 'x-request-id',
  svcRequestId: 'x-svc-request-id',
  /** Sent by the client, logged only (D-11). */
  clientRequestId: 'x-client-request-id',
  billingSource: 'x-svc-billing-source',
  modelDowngraded: 'x-svc-model-downgraded',
  version: 'svc-version',
  beta: 'svc-beta',
  retryAfter: 'retry-after',
  /** `false` where the same request cannot succeed later. */
  shouldRetry: 'x-should-retry',
  rateLimitLimit: 'x-ratelimit-limit',
  rateLimitRemaining: 'x-ratelimit-remaining',
  rateLimitResetSeconds: 'x-ratelimit-reset-seconds',
  capacityBusy: 'x-capacity-busy',
  idempotencyKey: 'idempotency-key',
  idempotentReplayed: 'idempotent-replayed',
  /** Of changes in the Console: the token of the sign-in session (D-CONS-1). */
  csrf: 'svc-csrf',
  webhookId: 'svc-webhook-id',
  eventId: 'svc-event-id',
  signature: 'svc-signature',
  /** Of deliveries, for verifiers of Standard Webhooks: the id of the event, the second of the attempt, and the signatures. */
  standardWebhookId: 'webhook-id',
  standardWebhookTimestamp: 'webhook-timestamp',
  standardWebhookSignature: 'webhook-signature',
} as const;

/** First characters of the credentials callers send, by kind. The first three are the values of an inference key's `kind`. */
export const KEY_PREFIXES = {
  private: 'sk_live_',
  public: 'pk_live_',
  svc_code: 'sk_svc_',
  admin: 'sk_admin_',
} as const;

/** Kinds of inference key (platform contract §2.1). */
export type InferenceKeyKind = 'private' | 'public' | 'svc_code';

/** First characters of the other secrets the service issues (platform contract §2.5 and §2.6). */
export const SECRET_PREFIXES = {
  connectorToken: 'stn_',
  webhookSigning: 'whsec_',
  /** Of keys to the Operator API, which belong to no organization. */
  operatorKey: 'sk_op_',
  /** Of tokens of directories (SCIM-01), which are keys to nothing else. */
  directoryToken: 'scim_',
} as const;

/** Hexadecimal characters after the prefix of a key or secret (inference contract §5, D-GEN-3). */
export const SECRET_HEX_CHARACTERS = 64;

/** First characters of each kind of id. A lower-case ULID follows; clients treat the whole as opaque (D-GEN-3). */
export const ID_PREFIXES = {
  request: 'req_',
  chatCompletion: 'chatcmpl_',
  message: 'msg_',
  toolCall: 'call_',
  deviceRequest: 'device_',
  event: 'evt_',
  node: 'node_',
  operator: 'oper_',
  operatorSession: 'opersess_',
  operatorEvent: 'operevt_',
  ...resourceRows('ids'),
} as const;

export type IdPrefix = (typeof ID_PREFIXES)[keyof typeof ID_PREFIXES];
