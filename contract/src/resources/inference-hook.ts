import { limit } from '../limits/limit.ts';
import { InferenceHook } from '../schemas/administration/inference-hook.ts';
import type { Resource } from './resource.ts';

/** The inference hook of an organization (POLICY-01). */
export const INFERENCE_HOOK = {
  type: 'inference_hook',
  kind: 'Inference hook',
  ids: { hookCall: 'hook_' },
  errors: {
    inference_hook_not_found: {
      status: 404,
      when: 'The organization has no inference hook.',
      message: 'The organization has no inference hook. Create it with PUT /v1/organizations/inference_hook.',
    },
  },
  audit: {
    resources: {
      'inference_hook.updated': 'Inference hook changed',
      'inference_hook.deleted': 'Inference hook deleted',
      'inference_hook.secret_rotated': 'Inference hook secret rotated',
      'inference_hook.denied': 'Refused by the inference hook',
    },
  },
  // The length of its URL and the overlap of its secrets are limits of webhooks.
  limits: {
    inference_hook_timeout_min_ms: limit(
      100,
      'Minimum time that an organization may give its inference hook to answer.',
    ),
    inference_hook_timeout_ms: limit(
      10_000,
      'Maximum time that an organization may give its inference hook to answer.',
    ),
    inference_hook_timeout_default_ms: limit(
      2000,
      'Default time within which an inference hook must answer.',
    ),
    inference_hook_headers: limit(
      10,
      'Maximum headers that an organization adds to calls of its inference hook.',
    ),
    inference_hook_header_name_characters: limit(
      100,
      'Maximum length of the name of a header that an organization adds to calls of its inference hook.',
    ),
    inference_hook_header_value_characters: limit(
      4096,
      'Maximum length of the value of a header that an organization adds to calls of its inference hook.',
    ),
    inference_hook_failing_s: limit(
      300,
      'How long an inference hook must fail without a verdict before owners are told.',
    ),
  },
  events: { 'inference_hook.failing': { scope: 'organization', object: InferenceHook } },
} as const satisfies Resource;
