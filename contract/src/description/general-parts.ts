import { HEADERS, KEY_PREFIXES } from '../names.ts';
import type { OperationTag } from '../operations/operation.ts';
import { REQUEST_ID } from '../reference/objects/ids.ts';
import type { PublishedVersion } from '../versions.ts';
import type { JsonObject } from './api-description.ts';

const ABOUT = `Every request under \`/v1\` carries a key: \`Authorization: Bearer <key>\`. Bodies and answers are JSON in UTF-8 unless an operation says otherwise.

**Errors** have one form, \`Error\`, and a status. Handle them by \`error.code\`, and codes you do not know by \`error.type\`. Besides the statuses that an
operation lists, a proxy in between may answer with others. Retry 408, 429, 500, 502, 503 and 504, after the seconds of \`Retry-After\` where there are any.

**Lists** are pages, newest first. While \`has_more\` is true, send \`last_id\` as \`after_id\` to get the next page.

**Preview features** need a flag in the header \`svc-beta\`. Operations that need one are in this description when its query names the flag, as in
\`/api/openapi?beta=webhooks-2026-11-01\`.

**Versions** are dates. The header \`svc-version\` pins a call to one; \`info.version\` is the one described here.`;

const NO_OPERATIONS = 'This version of the service has no operations of this kind.';

/** What each tag is about, in the order of the contract (OAS-10). */
const TAG_TEXTS: Readonly<Record<Exclude<OperationTag, 'Console' | 'Operators'>, string>> = {
  Messages: 'Ask a model: chat completions and messages, whole or streamed, and the count of their tokens.',
  Models: 'The models a credential may use, and embeddings.',
  Files: 'Files of a workspace: documents and images for models, the input and output of batches.',
  Batches: 'Many requests at once, at half of the price, within 24 hours.',
  Tools:
    'Prompt templates and prompt tools, tunnels to MCP servers in private networks, and this description.',
  Agents: NO_OPERATIONS,
  Sessions: NO_OPERATIONS,
  Admin: 'The organization: its keys, people, workspaces, limits, reports and plugins.',
  Webhooks: 'Addresses of yours that events are sent to, and the log of what was sent.',
};

export const TAGS: readonly JsonObject[] = Object.entries(TAG_TEXTS).map(([name, description]) => ({
  name,
  description,
}));

export const SECURITY_SCHEMES = {
  InferenceKey: {
    type: 'http',
    scheme: 'bearer',
    description: `An inference key, which begins with \`${KEY_PREFIXES.private}\`. Model calls also take keys that begin with \`${KEY_PREFIXES.svc_code}\` and the access token of a signed-in program.`,
  },
  AdminKey: {
    type: 'http',
    scheme: 'bearer',
    description: `An admin key, which begins with \`${KEY_PREFIXES.admin}\`. It manages an organization and calls no model.`,
  },
} as const;

function header(description: string, schema: JsonObject, example: unknown): JsonObject {
  return { description, schema, example };
}

const TEXT = { type: 'string' };
const SECONDS = { type: 'integer', minimum: 1 };

export const HEADER_COMPONENTS: Readonly<Record<string, JsonObject>> = {
  [HEADERS.requestId]: header('Id of the request. Quote it when you ask for help.', TEXT, REQUEST_ID),
  [HEADERS.svcRequestId]: header('The same id.', TEXT, REQUEST_ID),
  [HEADERS.version]: header('The behavior date that was applied.', TEXT, '2026-11-01'),
  [HEADERS.billingSource]: header(
    'What pays for the call.',
    { type: 'string', enum: ['subscription', 'api_credit'] },
    'subscription',
  ),
  [HEADERS.modelDowngraded]: header(
    'Sent when the plan lacks the model that was asked for: the name of the one that answered.',
    TEXT,
    'Svc Standard',
  ),
  [HEADERS.idempotentReplayed]: header(
    'Sent when the answer is the one of an earlier request with the same `Idempotency-Key`.',
    { type: 'string', const: 'true' },
    'true',
  ),
  [HEADERS.retryAfter]: header('Seconds to wait before the next try.', SECONDS, 5),
  allow: header('The methods that the path takes, separated by commas.', TEXT, 'GET, HEAD'),
};

/** What the API is and how it works as a whole. */
export function aboutApi(version: PublishedVersion): JsonObject {
  return {
    title: 'Svc API',
    version,
    summary: 'Models, and what teams need around them.',
    description: ABOUT,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  };
}
