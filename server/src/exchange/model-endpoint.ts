import type { ModelConfig } from '#config';
import type { EmbeddingsCall } from './embeddings-call.ts';
import type { Exchange } from './exchange.ts';
import type { Authenticated, EmbeddingsExchange, GenerationExchange, Parsed } from './facts.ts';
import type {
  BodyParser,
  CallParserName,
  EmbeddingsParserName,
  UncountedEmbeddings,
} from './parsed-bodies.ts';
import type { InferenceCall } from './inference-call.ts';
import type { RenderedMessage } from './prompt-call.ts';
import type { ResponseEncoder } from './response-encoder.ts';

/** What one request format adds to its pipeline: parser, encoder and limits. */
interface Endpoint<Name extends BodyParser['name'], Ready> {
  /** Largest body, in bytes. Read per request, so that a reload applies to later requests. */
  bodyLimitBytes(): number;
  /**
   * Parses the body into a call, or refuses it as the contract says. Of the exchange it uses only what is
   * known by then: its flags.
   */
  parser(exchange: Exchange): BodyParser<Name>;
  /** Encodes one response. */
  encoder(exchange: Ready): ResponseEncoder;
}

/** A request format in which a model generates. */
export interface ModelEndpoint extends Endpoint<CallParserName, GenerationExchange> {
  /**
   * Inserts the messages of its prompt template before the call's own. Applies the same refusals as to a body
   * that contains all of them. Absent: its bodies name no templates.
   */
  addPrompt?(call: InferenceCall, messages: readonly RenderedMessage[]): InferenceCall;
  /** Checks that need the caller (the rest of step 10). May replace the call. */
  checkCall?(exchange: Exchange & Authenticated & Parsed): void | Promise<void>;
  /**
   * Leaves out of the call what the chosen model cannot do and the format does not insist on, before the rest is
   * checked. Absent: the call stays as it is.
   */
  fitToModel?(call: InferenceCall, model: ModelConfig): InferenceCall;
  /** Fetches content that the body only refers to, once the model is known to read it. */
  fetchContent?(exchange: Exchange & Authenticated & Parsed): void | Promise<void>;
}

/**
 * The texts of an embeddings call are counted after parsing, large ones on another thread, so this may be
 * asynchronous.
 */
export interface EmbeddingsEndpoint extends Endpoint<EmbeddingsParserName, EmbeddingsExchange> {
  count(body: UncountedEmbeddings, tenant: string): Promise<EmbeddingsCall>;
}
