import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { webhookUrl } from '../webhooks/webhook-url.ts';
import { reference, timestamp } from './fields.ts';

export const HOOK_MODES = ['off', 'shadow', 'enforce'] as const;
export type HookMode = (typeof HOOK_MODES)[number];

/** What becomes of a request that the hook gave no verdict on. */
export const HOOK_FALLBACKS = ['allow', 'deny'] as const;
export type HookFallback = (typeof HOOK_FALLBACKS)[number];

export const HOOK_EVENTS = ['prompt', 'tool_call'] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** Why a call of the hook gave no verdict (POLICY-13). */
export const HOOK_FAILURES = [
  'timeout',
  'dns',
  'blocked_address',
  'tls',
  'connect',
  'redirect',
  'http_status',
  'too_large',
  'invalid_verdict',
] as const;
export type HookFailure = (typeof HOOK_FAILURES)[number];

const mode = z
  .enum(HOOK_MODES)
  .describe('`off` never calls the hook, `shadow` calls and counts but refuses nothing, `enforce` obeys.');
const fallback = z
  .enum(HOOK_FALLBACKS)
  .describe('What happens in `enforce` to a request that the hook gives no verdict on.');
const event = z.enum(HOOK_EVENTS);

/** The inference hook of an organization (POLICY-01). */
export const InferenceHook = z
  .object({
    type: z.literal('inference_hook'),
    url: z.string(),
    mode,
    on_failure: fallback,
    timeout_ms: z.int(),
    events: z.array(event).describe('What it is asked about: prompts, and tools that run on the service.'),
    workspace_ids: z.array(z.string()).nullable().describe('Null: all workspaces.'),
    headers: z.array(z.string()).describe('Names only: values are never returned.'),
    status: z
      .enum(['off', 'healthy', 'failing'])
      .describe('`failing`: there was no verdict since `failing_since`.'),
    failing_since: timestamp.nullable().describe('The first failure after the last verdict.'),
    calls_1h: z.int().min(0).describe('Calls of the last hour, failures included.'),
    denied_1h: z.int().min(0),
    failed_1h: z.int().min(0),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'InferenceHook' });
export type InferenceHook = z.infer<typeof InferenceHook>;

const signingSecret = z.string().describe('Begins with `whsec_`. Calls are signed with it.');

/** Answer to the PUT: the secret is there when it made the hook. */
export const PutInferenceHook = InferenceHook.extend({
  signing_secret: signingSecret
    .optional()
    .describe('Begins with `whsec_`. Only in the answer that makes the hook.'),
}).meta({ id: 'PutInferenceHook' });
export type PutInferenceHook = z.infer<typeof PutInferenceHook>;

export const InferenceHookSecret = z
  .object({
    type: z.literal('inference_hook'),
    signing_secret: signingSecret,
    previous_secret_expires_at: timestamp.describe('Until then calls are signed with both secrets.'),
  })
  .meta({ id: 'InferenceHookSecret' });
export type InferenceHookSecret = z.infer<typeof InferenceHookSecret>;

export const InferenceHookDeletion = z.object({
  type: z.literal('inference_hook'),
  deleted: z.literal(true),
});

/** What one marked call came to (POLICY-22): one of `verdict` and `failure` is null. */
export const InferenceHookTest = z
  .object({
    type: z.literal('inference_hook_test'),
    verdict: z
      .object({
        action: z.enum(['allow', 'deny']),
        reason: z.string().nullable(),
        message: z.string().nullable(),
      })
      .nullable(),
    failure: z.enum(HOOK_FAILURES).nullable().describe('Why there was no verdict.'),
    duration_ms: z.int().min(0),
  })
  .meta({ id: 'InferenceHookTest' });
export type InferenceHookTest = z.infer<typeof InferenceHookTest>;

/** Set by the service or by the connection (POLICY-04). */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'cookie2',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

function isReserved(name: string): boolean {
  return RESERVED_HEADERS.has(name.toLowerCase()) || name.toLowerCase().startsWith('svc-');
}

function headersOf(limits: LimitValues) {
  return z
    .array(
      z.strictObject({
        name: z
          .string()
          .max(limits.inference_hook_header_name_characters)
          .regex(TOKEN, 'must be the name of a header')
          .refine((name) => !isReserved(name), 'must not be a header that the service sets itself'),
        value: z
          .string()
          .max(limits.inference_hook_header_value_characters)
          .regex(HEADER_VALUE, 'must be printable ASCII without spaces at its ends'),
      }),
    )
    .max(limits.inference_hook_headers)
    .refine(
      (headers) => new Set(headers.map(({ name }) => name.toLowerCase())).size === headers.length,
      'must not name a header twice',
    )
    .describe('Sent with each call, `Authorization` for example. Left out: none.');
}

const MAX_WORKSPACES = 1000;

/** The whole of its settings: what is left out takes its default, also where the hook had another value. */
export function inferenceHookSettings(limits: LimitValues) {
  const {
    inference_hook_timeout_min_ms: least,
    inference_hook_timeout_ms: most,
    inference_hook_timeout_default_ms: usual,
  } = limits;
  return z.strictObject({
    url: webhookUrl(limits),
    mode,
    on_failure: fallback.default('deny'),
    timeout_ms: z.int().min(least).max(most).default(usual),
    events: z
      .array(event)
      .min(1)
      .max(10)
      .transform((chosen) => HOOK_EVENTS.filter((one) => chosen.includes(one)))
      .default([...HOOK_EVENTS]),
    workspace_ids: z
      .array(reference)
      .min(1)
      .max(MAX_WORKSPACES)
      .transform((ids) => [...new Set(ids)])
      .nullable()
      .default(null)
      .describe('Null: all workspaces.'),
    headers: headersOf(limits).default([]),
  });
}
export type InferenceHookSettings = z.output<ReturnType<typeof inferenceHookSettings>>;
