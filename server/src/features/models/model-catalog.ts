import type { DeploymentConfig, ModelConfig, PlanConfig } from '#config';

/** The deployment's models and plans, arranged for look-up. Built once per configuration and never changed. */
export class ModelCatalog {
  readonly defaultModel: ModelConfig;
  readonly #models: ReadonlyMap<string, ModelConfig>;
  readonly #ordered: readonly ModelConfig[];
  readonly #plans: ReadonlyMap<string, PlanConfig & { readonly includes: ReadonlySet<string> }>;

  constructor(config: Pick<DeploymentConfig, 'models' | 'plans'>) {
    const defaultModel = config.models.find((model) => model.default);
    if (!defaultModel) throw new Error('The configuration has no default model.');
    this.defaultModel = defaultModel;
    this.#models = new Map(config.models.map((model) => [model.id, model]));
    this.#ordered = config.models.toSorted(byListOrder);
    this.#plans = new Map(config.plans.map((plan) => [plan.id, { ...plan, includes: new Set(plan.models) }]));
  }

  /** A model by its exact public id. Retired models are unknown (D-32). */
  find(id: string, nowMs: number): ModelConfig | undefined {
    const model = this.#models.get(id);
    return model && !isRetired(model, nowMs) ? model : undefined;
  }

  /** Every model that is not retired, in the order of the list (D-58). */
  all(nowMs: number): ModelConfig[] {
    return this.#ordered.filter((model) => !isRetired(model, nowMs));
  }

  /** Whether any model can reason. */
  get anyReasons(): boolean {
    return this.#ordered.some((model) => model.capabilities.reasoning);
  }

  plan(id: string): PlanConfig | undefined {
    return this.#plans.get(id);
  }

  /** The default model answers for everybody, so every plan includes it. */
  planIncludes(planId: string, model: ModelConfig): boolean {
    return model === this.defaultModel || (this.#plans.get(planId)?.includes.has(model.id) ?? false);
  }
}

function isRetired(model: ModelConfig, nowMs: number): boolean {
  return model.deprecation !== null && Date.parse(model.deprecation.retires_at) <= nowMs;
}

/** Default first, then newest, then by id (D-58). */
function byListOrder(a: ModelConfig, b: ModelConfig): number {
  return Number(b.default) - Number(a.default) || b.created - a.created || (a.id < b.id ? -1 : 1);
}
