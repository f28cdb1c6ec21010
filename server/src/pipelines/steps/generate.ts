import type { Generation } from '#engine';
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
    const run = new MeteredRun(exchange, rooms.meter, endpoint.answer(exchange), (summary) => {
      if (summary.usage) admission.rates!.settle(summary.usage);
      rooms.finished(exchange, summary);
    });
    exchange.metered = true;
    run.attach(rooms.generation.run(admission.lease!, { ...call, maxOutputTokens: admission.maxOutputTokens }, run));
  };
}
