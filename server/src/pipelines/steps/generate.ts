import type { Conversation, Generation } from '#engine';
import type {
  EmbeddingsEndpoint,
  EmbeddingsExchange,
  Exchange,
  GenerationExchange,
  MeteredExchange,
  ModelEndpoint,
  ResponseEncoder,
  RunSummary,
  Step,
} from '#exchange';
import { MeteredRun, type MeteredRunDeps } from '#features/billing';
import { startReply, type ReplyDeps } from '#reply';

export interface MeterDeps extends MeteredRunDeps {
  /** Called once per request with its outcome. */
  readonly finished: (exchange: Exchange, summary: RunSummary) => void;
}

export interface GenerateDeps extends MeterDeps, ReplyDeps {}

export interface EmbedDeps extends MeterDeps {
  readonly generation: Pick<Generation, 'embed'>;
}

/** The texts of an embeddings call are counted beforehand: there is no prompt to estimate. */
const NO_PROMPT: Conversation = { turns: [], tools: [], toolChoice: 'auto' };

/** Step 15 (D-01): runs the engine, encodes its output, and records usage in between. */
export function generate(
  deps: GenerateDeps,
  endpoint: Pick<ModelEndpoint, 'encoder'>,
): Step<GenerationExchange> {
  return (exchange) => startGeneration(deps, deps, exchange, endpoint.encoder(exchange));
}

export function startGeneration(
  deps: ReplyDeps,
  meter: MeterDeps,
  exchange: GenerationExchange,
  encoder: ResponseEncoder,
): void {
  const run = openRun(meter, exchange, exchange.call, encoder);
  run.attach(startReply(deps, exchange, run));
}

/** Step 15 of embeddings. */
export function embed(
  deps: EmbedDeps,
  endpoint: Pick<EmbeddingsEndpoint, 'encoder'>,
): Step<EmbeddingsExchange> {
  return (exchange) => {
    const { embeddings, admission } = exchange;
    const { dimensions, inputType } = embeddings;
    const prefix = admission.model.config.input_prefixes[inputType];
    const inputs = prefix === '' ? embeddings.inputs : embeddings.inputs.map((text) => prefix + text);
    const request = { inputs, dimensions, inputType, tenant: exchange.tenant };
    const run = openRun(deps, exchange, NO_PROMPT, endpoint.encoder(exchange));
    run.attach(deps.generation.embed(admission.lease, request, run));
  };
}

function openRun(
  deps: MeterDeps,
  exchange: MeteredExchange,
  prompt: Conversation,
  encoder: ResponseEncoder,
): MeteredRun {
  exchange.metered = true;
  return new MeteredRun(deps, { exchange, prompt, encoder }, (summary) => {
    if (summary.usage) exchange.admission.rates.settle(summary.usage);
    deps.finished(exchange, summary);
  });
}
