import { expect } from 'vitest';
import {
  MAIN_KEY,
  oneModel,
  oneOrganization,
  openaiEngine,
  startRunningService,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';

export const CHAT = '/compat/openai/v1/chat/completions';

/** Another model with nothing but text, and one outside the plan. */
const PLAIN = {
  id: 'Svc Mini',
  routes: [{ engine: 'main', model: 'upstream-mini' }],
  pricing: { input: 1, output: 2 },
};
const DEAR = { ...PLAIN, id: 'Svc Large' };
const EMBEDDINGS = {
  id: 'svc-embed-1',
  kind: 'embedding',
  routes: [{ engine: 'main', model: 'upstream-embed' }],
  pricing: { input: 0.02 },
};

const CAPABILITIES = {
  tools: true,
  parallel_tool_calls: true,
  strict_tools: true,
  json_object: true,
  json_schema: true,
  vision: true,
  documents: true,
  reasoning: true,
  temperature: true,
  top_p: true,
  top_k: true,
  penalties: true,
  seed: true,
};

/** A service with a model that can do everything, one that writes text, and one outside the plan. */
export function startCompat(
  upstreamUrl: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<RunningService> {
  const base = oneModel(openaiEngine(upstreamUrl)) as { models: object[]; plans: object[] };
  return startRunningService({
    deployment: {
      ...base,
      models: [{ ...base.models[0], capabilities: CAPABILITIES }, PLAIN, DEAR, EMBEDDINGS],
      plans: [
        {
          id: 'pro',
          paid: true,
          monthly_tokens: 1_000_000_000,
          models: ['Svc Standard', 'Svc Mini', 'svc-embed-1'],
        },
      ],
      compat: {
        openai: { aliases: { 'gpt-4o': 'Svc Standard', 'gpt-*': 'Svc Mini', 'gpt-large*': 'Svc Large' } },
      },
      ...more,
    },
    provisioning: oneOrganization(),
  });
}

export function ask(
  service: RunningService,
  more: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return service.post(
    CHAT,
    MAIN_KEY,
    { model: 'Svc Standard', messages: [{ role: 'user', content: 'Hi' }], ...more },
    headers,
  );
}

export const user = (content: unknown) => ({ role: 'user', content });
export const tool = (name: string) => ({
  type: 'function',
  function: { name, parameters: { type: 'object', properties: { a: { type: 'number' } } } },
});

type Asked = Readonly<Record<string, unknown>>;

/** As `status type code param`. */
export async function refusalOf(service: RunningService, fields: Asked): Promise<string> {
  const response = await ask(service, fields);
  const text = await response.text();
  if (response.status === 200) return `200 ${text}`;
  const { error } = JSON.parse(text) as { error: { type: string; code: string; param: string | null } };
  return `${response.status} ${error.type} ${error.code} ${error.param}`;
}

/** What the engine was sent for these fields. */
export async function sent(
  service: RunningService,
  upstream: ScriptedUpstream,
  fields: Asked,
): Promise<Asked> {
  const response = await ask(service, fields);
  expect(response.status, await response.text()).toBe(200);
  return upstream.requests.at(-1)!.body;
}

/** The messages that it was sent behind the identity instruction. */
export async function messagesSent(
  service: RunningService,
  upstream: ScriptedUpstream,
  fields: Asked,
): Promise<unknown[]> {
  return ((await sent(service, upstream, fields))['messages'] as unknown[]).slice(1);
}
