import { isDeepStrictEqual } from 'node:util';
import type { Deployment } from '../../deployments/deployment.ts';
import { NotRun } from '../../runner/not-run.ts';
import { listModels, type Model } from './catalog.ts';

/** The models of `fixture/svc.yaml` as its plan `pro` sees them, in the order of the list. */
const FIXTURE_MODELS: readonly (readonly [id: string, available: boolean])[] = [
  ['Svc Standard', true],
  ['Svc Leaving', true],
  ['Svc Premium', false],
  ['Svc Retained', true],
  ['Svc Small', true],
  ['Svc Code', true],
  ['svc-embed-1', true],
];

export const WITH_UNAVAILABLE = FIXTURE_MODELS.map(([id]) => id);
export const IN_PLAN = FIXTURE_MODELS.filter(([, available]) => available).map(([id]) => id);

const known = new WeakMap<Deployment, readonly Model[]>();

/** What a external deployment offers the key `main`, the models outside its plan included. Asked once. */
async function offeredModels(deployment: Deployment): Promise<readonly Model[]> {
  const models = known.get(deployment) ?? (await listModels(deployment, '?include_unavailable=true'));
  known.set(deployment, models);
  return models;
}

/** The model that answers where none is named. */
export async function defaultModel(deployment: Deployment): Promise<Model> {
  const model = (await offeredModels(deployment)).find((candidate) => candidate.default);
  if (!model) throw new Error('GET /v1/models lists no default model');
  return model;
}

/** Where the default model is read. */
export async function defaultModelPath(deployment: Deployment): Promise<string> {
  return `/v1/models/${encodeURIComponent((await defaultModel(deployment)).id)}`;
}

// Deployments of the suite's own are not asked: a model missing there must fail the check, not excuse it.

/** Whether the models and the plan are those of `fixture/svc.yaml`. */
export async function hasFixtureModels(deployment: Deployment): Promise<boolean> {
  if (deployment.hasUpstream) return true;
  const offered = (await offeredModels(deployment)).map(({ id, available }) => [id, available] as const);
  return isDeepStrictEqual(Object.fromEntries(offered), Object.fromEntries(FIXTURE_MODELS));
}

export async function requireFixtureModels(deployment: Deployment): Promise<void> {
  if (!(await hasFixtureModels(deployment)))
    throw new NotRun('needs the models and plans of conformance/fixture/svc.yaml, and no others');
}

export async function requireModels(deployment: Deployment, ...ids: readonly string[]): Promise<void> {
  if (deployment.hasUpstream) return;
  const offered = new Set((await offeredModels(deployment)).map(({ id }) => id));
  const missing = ids.filter((id) => !offered.has(id));
  if (missing.length > 0)
    throw new NotRun(`needs ${missing.map((id) => `"${id}"`).join(' and ')} of conformance/fixture/svc.yaml`);
}
