import type { RateUse } from '../../resources/limits/rate-meter.tsx';

/** The limits of one model, by what is measured: the workspace's own before the shared one. */
export interface ModelRates {
  readonly model: string;
  readonly measures: readonly (readonly RateUse[])[];
}

interface GroupedRates {
  readonly models: readonly ModelRates[];
  /** Of no single model. */
  readonly others: readonly RateUse[];
}

const MEASURES = ['requests', 'input_tokens', 'output_tokens'] as const;

/** In the order of the organization's limits, which is that of the models everywhere. */
export function groupRates(rates: readonly RateUse[]): GroupedRates {
  const names = new Set(
    rates.flatMap(({ scope, model }) => (scope === 'organization' && model !== null ? [model] : [])),
  );
  const models = [...names].map((model) => ({
    model,
    measures: MEASURES.map((measure) =>
      rates
        .filter((rate) => rate.model === model && rate.measure === measure)
        .toSorted((a, b) => Number(b.scope === 'workspace') - Number(a.scope === 'workspace')),
    ),
  }));
  return { models, others: rates.filter(({ model }) => model === null) };
}
