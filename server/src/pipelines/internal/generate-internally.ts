import type { GenerationExchange, Step } from '#exchange';
import type { ReplyDeps } from '#reply';
import { startGeneration } from '../steps/generate.ts';
import type { InternalExchange } from './internal-exchange.ts';

/** Step 15 (D-01) of an internal call: response and usage go where its owner wants them. */
export function generateInternally(deps: ReplyDeps): Step<InternalExchange & GenerationExchange> {
  return (exchange) => startGeneration(deps, exchange.meter, exchange, exchange.encoder(exchange));
}
