import type { EmbeddingsCall } from './embeddings-call.ts';
import type { Exchange } from './exchange.ts';
import type { Authenticated, EmbeddingsExchange, GenerationExchange, Parsed } from './facts.ts';
import type { BodyParser, UncountedEmbeddings } from './parsed-bodies.ts';
import type { ResponseEncoder } from './response-encoder.ts';

/** What one request shape brings to its pipeline: its wire in, its wire out, its limits. */
interface Endpoint<Name extends BodyParser['name'], Ready> {
  /** Largest body, bytes. Read per request, so that a reload applies to requests that arrive after it. */
  bodyLimitBytes(): number;
  /** What makes a call of the body, or refuses it as the contract says. Of the exchange only what is known by then: its flags. */
  parser(exchange: Exchange): BodyParser<Name>;
  /** The wire form of one response. */
  encoder(exchange: Ready): ResponseEncoder;
}

/** A shape in which a model is asked to generate. */
export interface ModelEndpoint extends Endpoint<'chat' | 'messages', GenerationExchange> {
  /** What only a look at who calls can tell of a call (the rest of step 10). May put another call in its place. */
  checkCall?(exchange: Exchange & Authenticated & Parsed): void | Promise<void>;
  /** Puts what the body only names into the conversation, once the model is known to read it. */
  fetchContent?(exchange: Exchange & Authenticated & Parsed): void | Promise<void>;
}

/** The texts of an embeddings call are counted once they are known; large ones elsewhere, so that this may wait. */
export interface EmbeddingsEndpoint extends Endpoint<'embeddings', EmbeddingsExchange> {
  count(body: UncountedEmbeddings): Promise<EmbeddingsCall>;
}
