import type { INFERENCE_HOOK_OPERATIONS } from '../operations/administration/inference-hook.ts';
import { inferenceHook } from './objects/administration.ts';
import { SIGNING_SECRET } from './webhooks.ts';
import type { References } from './operation-reference.ts';

export const INFERENCE_HOOK_REFERENCES: References<typeof INFERENCE_HOOK_OPERATIONS> = {
  readInferenceHook: {
    description:
      'The server that is asked before a model runs, how its calls go, and what it came to in the last hour.',
    response: inferenceHook,
  },
  putInferenceHook: {
    description: `Names an HTTPS server of yours that is asked before a model runs, and before a tool runs on the service. It replaces all settings: what is left
out takes its default. Only \`mode\` \`enforce\` refuses anything; \`shadow\` calls and counts. When the hook gives no verdict within \`timeout_ms\`, \`on_failure\`
decides: \`deny\`, the default, answers 503 \`policy_unavailable\`, and \`allow\` goes on.

Calls are signed as deliveries of webhooks are. \`signing_secret\` is in the answer that makes the hook (201) and nowhere else. Values of \`headers\` are never
returned. Only the key of an owner may change the hook. A change holds on every node within 60 seconds.`,
    body: {
      url: 'https://policy.acme.example/svc',
      mode: 'enforce',
      headers: [{ name: 'authorization', value: 'Bearer s3cret' }],
    },
    response: { ...inferenceHook, calls_1h: 0, denied_1h: 0, signing_secret: SIGNING_SECRET },
  },
  deleteInferenceHook: {
    description: 'Deletes the hook with its counts. No request is asked about any more.',
    response: { type: 'inference_hook', deleted: true },
  },
  rotateInferenceHookSecret: {
    description:
      'Makes a new signing secret. For 24 hours calls are signed with both, so that the hook can change over without refusing any.',
    response: {
      type: 'inference_hook',
      signing_secret: SIGNING_SECRET,
      previous_secret_expires_at: '2026-11-21T16:41:00Z',
    },
  },
  testInferenceHook: {
    description: `Calls the hook once, whatever its mode, with a \`prompt\` whose \`request_id\` is null, and answers what came back: a verdict, or why there was none. The
call is not counted.`,
    response: {
      type: 'inference_hook_test',
      verdict: { action: 'allow', reason: null, message: null },
      failure: null,
      duration_ms: 87,
    },
  },
};
