import type { Message } from '@svc/contract';
import { expect } from 'vitest';
import {
  MAIN_KEY,
  oneModel,
  oneOrganization,
  openaiEngine,
  readMessageStream,
  startRunningService,
  type ReadStream,
  type RunningService,
} from '#test-kit';

export const MESSAGES = '/v1/messages';

/** A minimal body with `fields` added. */
export function body(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    model: 'Svc Standard',
    max_tokens: 1000,
    messages: [{ role: 'user', content: 'tell me' }],
    ...fields,
  };
}

/** One model with every capability, at a scripted engine. */
export function ableModel(baseUrl: string, more: Readonly<Record<string, unknown>> = {}): unknown {
  const deployment = oneModel(openaiEngine(baseUrl), more) as { models: object[] };
  const able = [
    'tools',
    'parallel_tool_calls',
    'strict_tools',
    'vision',
    'documents',
    'reasoning',
    'temperature',
    'top_p',
    'top_k',
  ];
  const capabilities = Object.fromEntries(able.map((name) => [name, true]));
  return { ...deployment, models: deployment.models.map((model) => ({ ...model, capabilities })) };
}

export function startMessages(
  baseUrl: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<RunningService> {
  return startRunningService({ deployment: ableModel(baseUrl, more), provisioning: oneOrganization() });
}

export async function askWhole(
  service: RunningService,
  fields: Readonly<Record<string, unknown>> = {},
  key = MAIN_KEY,
  headers: Record<string, string> = {},
): Promise<Message> {
  const response = await service.post(MESSAGES, key, body(fields), headers);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text) as Message;
}

export async function askStream(
  service: RunningService,
  fields: Readonly<Record<string, unknown>> = {},
  key = MAIN_KEY,
  headers: Record<string, string> = {},
): Promise<ReadStream> {
  const response = await service.post(MESSAGES, key, body({ stream: true, ...fields }), headers);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return readMessageStream(text);
}

export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly param: string | null;
}

export async function askRefused(
  service: RunningService,
  fields: Readonly<Record<string, unknown>>,
  key = MAIN_KEY,
  headers: Record<string, string> = {},
): Promise<Refusal> {
  const response = await service.post(MESSAGES, key, body(fields), headers);
  const text = await response.text();
  expect(response.status, text).not.toBe(200);
  const { error } = JSON.parse(text) as { error: { code: string; param: string | null } };
  return { status: response.status, code: error.code, param: error.param };
}
