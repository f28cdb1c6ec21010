import type { EngineRun, EngineSink, Generation } from '#engine';
import type { Exchange, ModelEndpoint, RunSummary, Step } from '#exchange';
import { MeteredRun, type UsageMeter } from '#features/billing';

export interface GenerateRooms {
  readonly generation: Generation;
  readonly meter: UsageMeter;
  /** Told once per request how it ended. */
  readonly finished: (exchange: Exchange, summary: RunSummary) => void;
}

/** Step 15 (D-01): the engine runs, the face writes, and the meter between them writes down what it took. */
export function generate(rooms: GenerateRooms, endpoint: ModelEndpoint): Step {
  return (exchange) => {
    const { call, admission } = exchange;
    runMetered(rooms, exchange, endpoint, (sink) =>
      rooms.generation.run(admission.lease!, { ...call, maxOutputTokens: admission.maxOutputTokens }, sink),
    );
  };
}

/** Step 15 of embeddings. */
export function embed(rooms: GenerateRooms, endpoint: Pick<ModelEndpoint, 'answer'>): Step {
  return (exchange) => {
    const { embeddings, admission } = exchange;
    const prefix = admission.model.config.input_prefixes[embeddings.inputType];
    const inputs = prefix === '' ? embeddings.inputs : embeddings.inputs.map((text) => prefix + text);
    const request = { inputs, dimensions: embeddings.dimensions };
    runMetered(rooms, exchange, endpoint, (sink) => rooms.generation.embed(admission.lease!, request, sink));
  };
}

function runMetered(
  rooms: GenerateRooms,
  exchange: Exchange,
  endpoint: Pick<ModelEndpoint, 'answer'>,
  start: (sink: EngineSink) => EngineRun,
): void {
  const run = new MeteredRun(exchange, rooms.meter, endpoint.answer(exchange), (summary) => {
    if (summary.usage) exchange.admission.rates!.settle(summary.usage);
    rooms.finished(exchange, summary);
  });
  exchange.metered = true;
  run.attach(start(run));
}
