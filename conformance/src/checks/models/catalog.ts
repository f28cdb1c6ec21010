import assert from 'node:assert/strict';
import type { Deployment } from '../../deployments/deployment.ts';
import type { HttpResponse } from '../../http/http-exchange.ts';

export const FLAGS = [
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
  'penalties',
  'seed',
] as const;

export interface Model {
  readonly id: string;
  readonly object: string;
  readonly created: number;
  readonly display_name: string;
  readonly family: string;
  readonly description: string;
  readonly default: boolean;
  readonly available: boolean;
  readonly context_window: number;
  readonly max_output_tokens: number;
  readonly capabilities: Readonly<Record<(typeof FLAGS)[number], boolean>> & {
    readonly server_tools: readonly string[];
  };
  readonly pricing: Readonly<Record<string, unknown>>;
  readonly zero_data_retention: boolean;
  readonly deprecation: {
    readonly announced_at: string;
    readonly retires_at: string;
    readonly replacement: string | null;
  } | null;
}

export const MODEL_NOT_FOUND = { status: 404, code: 'model_not_found', param: 'model_id' } as const;

/** The models one credential is shown. `query` begins with `?` or is empty. */
export async function listModels(deployment: Deployment, query = '', as = 'main'): Promise<readonly Model[]> {
  const response = await deployment.get(`/v1/models${query}`, { as });
  assert.equal(response.status, 200, response.text);
  return response.json<{ data: Model[] }>().data;
}

export async function listIds(deployment: Deployment, query = '', as = 'main'): Promise<readonly string[]> {
  return (await listModels(deployment, query, as)).map(({ id }) => id);
}

export function readModel(deployment: Deployment, id: string, as = 'main'): Promise<HttpResponse> {
  return deployment.get(`/v1/models/${encodeURIComponent(id)}`, { as });
}

/** One model of the list, which must hold it. */
export async function listedModel(deployment: Deployment, id: string): Promise<Model> {
  const model = (await listModels(deployment)).find((candidate) => candidate.id === id);
  assert.ok(model, `${id} is listed`);
  return model;
}
