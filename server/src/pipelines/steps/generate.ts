import type { EngineRun, Generation } from '#engine';
import type { Exchange, ModelEndpoint, ReplySink, RunSummary, Step } from '#exchange';
import { MeteredRun, type UsageMeter } from '#features/billing';
import { startReply, type ReplyRooms } from '#reply';

export interface MeterRooms {
  readonly meter: UsageMeter;
  /** Told once per request how it ended. */
  readonly finished: (exchange: Exchange, summary: RunSummary) => void;
}

export interface GenerateRooms extends MeterRooms, ReplyRooms {}

export interface EmbedRooms extends MeterRooms {
  readonly generation: Pick<Generation, 'embed'>;
}

/** Step 15 (D-01): the engine runs, the face writes, and the meter between them writes down what it took. */
export function generate(rooms: GenerateRooms, endpoint: ModelEndpoint): Step {
  return (exchange) => {
    runMetered(rooms, exchange, endpoint, (sink) => startReply(rooms, exchange, sink));
  };
}

/** Step 15 of embeddings. */
export function embed(rooms: EmbedRooms, endpoint: Pick<ModelEndpoint, 'answer'>): Step {
  return (exchange) => {
    const { embeddings, admission } = exchange;
    const prefix = admission.model.config.input_prefixes[embeddings.inputType];
    const inputs = prefix === '' ? embeddings.inputs : embeddings.inputs.map((text) => prefix + text);
    const request = { inputs, dimensions: embeddings.dimensions };
    runMetered(rooms, exchange, endpoint, (sink) => rooms.generation.embed(admission.lease!, request, sink));
  };
}

function runMetered(
  rooms: MeterRooms,
  exchange: Exchange,
  endpoint: Pick<ModelEndpoint, 'answer'>,
  start: (sink: ReplySink) => EngineRun,
): void {
  const run = new MeteredRun(exchange, rooms.meter, endpoint.answer(exchange), (summary) => {
    if (summary.usage) exchange.admission.rates!.settle(summary.usage);
    rooms.finished(exchange, summary);
  });
  exchange.metered = true;
  run.attach(start(run));
}
