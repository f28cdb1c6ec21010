import { expect } from 'vitest';
import {
  MAIN_KEY,
  oneModel,
  oneOrganization,
  openaiEngine,
  startRunningService,
  type RunningService,
} from '#test-kit';

export const MESSAGES = '/compat/anthropic/v1/messages';

/** A busy machine is no silent engine. */
const PATIENT = { first_output_s: 20, silence_s: 20, total_s: 60 };

const ABLE = [
  'tools',
  'parallel_tool_calls',
  'strict_tools',
  'json_object',
  'json_schema',
  'vision',
  'documents',
  'citations',
  'reasoning',
  'temperature',
  'top_p',
  'top_k',
];

/** A model that can do everything, one that writes text, and one outside the plan. */
function anthropicDeployment(engineUrl: string, more: Readonly<Record<string, unknown>> = {}): object {
  const base = oneModel(openaiEngine(engineUrl, { timeouts: PATIENT })) as {
    models: object[];
    plans: object[];
    limits: object;
  };
  const { limits, ...rest } = more;
  const plain = { routes: [{ engine: 'main', model: 'upstream-mini' }], pricing: { input: 1, output: 2 } };
  return {
    ...base,
    models: [
      {
        ...base.models[0],
        capabilities: {
          ...Object.fromEntries(ABLE.map((name) => [name, true])),
          server_tools: ['svc_web_search', 'svc_web_fetch'],
        },
      },
      { id: 'Svc Mini', ...plain },
      { id: 'Svc Large', ...plain },
      { id: 'svc-embed-1', kind: 'embedding', ...plain, pricing: { input: 1 } },
    ],
    plans: [
      {
        id: 'pro',
        paid: true,
        monthly_tokens: 1_000_000_000,
        models: ['Svc Standard', 'Svc Mini', 'svc-embed-1'],
      },
    ],
    limits: { ...base.limits, keep_alive_s: 1, ...(limits as object | undefined) },
    compat: {
      anthropic: {
        aliases: { 'claude-*': 'Svc Standard', '*haiku*': 'Svc Mini', 'claude-svc-standard': 'Svc Standard' },
      },
    },
    tools: { web_search: { type: 'searxng', base_url: 'http://127.0.0.1:9' } },
    ...rest,
  };
}

export function startAnthropic(
  engineUrl: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<RunningService> {
  return startRunningService({
    deployment: anthropicDeployment(engineUrl, more),
    provisioning: oneOrganization(),
  });
}

export type Fields = Readonly<Record<string, unknown>>;

/** A minimal body with `fields` added. */
export function body(fields: Fields = {}): Fields {
  return {
    model: 'claude-sonnet-4-5',
    max_tokens: 1000,
    messages: [{ role: 'user', content: 'Hi' }],
    ...fields,
  };
}

export function ask(
  service: RunningService,
  fields: Fields = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  return service.post(`${MESSAGES}?beta=true`, MAIN_KEY, body(fields), headers);
}

export interface AnthropicMessage {
  readonly content: readonly Record<string, unknown>[];
  readonly stop_reason: string | null;
  readonly stop_sequence: string | null;
  readonly usage: Record<string, unknown>;
  readonly model: string;
}

export async function askWhole(service: RunningService, fields: Fields = {}): Promise<AnthropicMessage> {
  const response = await ask(service, fields);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text) as AnthropicMessage;
}

/** Status, type and message of the error. */
export async function refusalOf(service: RunningService, fields: Fields): Promise<string> {
  const response = await ask(service, fields);
  const text = await response.text();
  if (response.status === 200) return `200 ${text}`;
  const { error } = JSON.parse(text) as { error: { type: string; message: string } };
  return `${response.status} ${error.type} ${error.message}`;
}
