import type { ModelConfig } from '#config';
import { countTokens } from '#engine';
import type { Authenticated, ParsedEmbeddings, Selected, Step, Exchange } from '#exchange';
import { refuseLongInput } from '#features/embeddings';
import { viewFor, type EmbeddingModelChooser, type ModelView } from '#features/models';
import type { SelectModelDeps } from './select-model.ts';

/** Step 11 (D-01) of embeddings: selects the model and checks that each text fits its window. */
export function selectEmbeddingModel(
  deps: Pick<SelectModelDeps, 'catalog' | 'access' | 'clock'>,
  choose: EmbeddingModelChooser,
): Step<Exchange & Authenticated & ParsedEmbeddings, Selected> {
  return (exchange) => {
    const view = viewFor(deps.catalog(), deps.access, exchange.credential, deps.clock.nowMs());
    const admit = (loaded: ModelView): void =>
      admitTexts(exchange, choose(loaded, exchange.embeddings.requestedModel));
    return view instanceof Promise ? view.then(admit) : admit(view);
  };
}

function admitTexts(exchange: Exchange & Authenticated & ParsedEmbeddings, model: ModelConfig): void {
  const { inputs, inputTokens, inputType } = exchange.embeddings;
  refuseLongInput(inputTokens, model.context_window);
  const prefixTokens = countTokens(model.input_prefixes[inputType]);
  const promptTokens = inputTokens.reduce((sum, tokens) => sum + tokens + prefixTokens, 0);
  exchange.admission = {
    // Every text has the whole window: no engine counts more than all of them full.
    model: { id: model.id, config: model, contextWindow: model.context_window * inputs.length },
    downgraded: false,
    maxOutputTokens: 0,
    promptBytes: promptTokens,
    promptTokens,
    rates: undefined,
    lease: undefined,
    reservation: undefined,
  };
}
