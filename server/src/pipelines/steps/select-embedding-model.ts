import { countTokens } from '#engine';
import type { Authenticated, ParsedEmbeddings, Selected, Step, Exchange } from '#exchange';
import { refuseLongInput } from '#features/embeddings';
import { chooseEmbeddingModel, viewFor, type ModelView } from '#features/models';
import type { SelectModelDeps } from './select-model.ts';

/** Step 11 (D-01) of embeddings: which model embeds, and whether each text fits its window. */
export function selectEmbeddingModel(
  deps: Pick<SelectModelDeps, 'catalog' | 'access' | 'clock'>,
): Step<Exchange & Authenticated & ParsedEmbeddings, Selected> {
  return (exchange) => {
    const view = viewFor(deps.catalog(), deps.access, exchange.credential, deps.clock.nowMs());
    return view instanceof Promise ? view.then((loaded) => choose(exchange, loaded)) : choose(exchange, view);
  };
}

function choose(exchange: Exchange & Authenticated & ParsedEmbeddings, view: ModelView): void {
  const { requestedModel, inputs, inputTokens, inputType } = exchange.embeddings;
  const model = chooseEmbeddingModel(view, requestedModel);
  refuseLongInput(inputTokens, model.context_window);
  const prefixTokens = countTokens(model.input_prefixes[inputType]);
  const promptTokens = inputTokens.reduce((sum, tokens) => sum + tokens + prefixTokens, 0);
  exchange.admission = {
    // Every text has the window to itself: no engine counts more than all of them full.
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
