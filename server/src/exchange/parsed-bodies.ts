import type { RenderedMessage } from './prompt-call.ts';
import type { CodePoint } from './code-point.ts';
import type { EmbeddingsCall } from './embeddings-call.ts';
import type { InferenceCall } from './inference-call.ts';
import type { Refusal } from './refusal.ts';

export type EmbeddingsOptions = Omit<EmbeddingsCall, 'requestedModel' | 'inputs' | 'inputTokens'>;

/** An embeddings body whose texts are not counted yet, because counting takes long. */
export interface UncountedEmbeddings extends Pick<EmbeddingsCall, 'requestedModel' | 'inputs'> {
  /** The fields after `input` in the field table. Their refusal comes after those of the counts (D-62). */
  readonly options: EmbeddingsOptions | Refusal;
}

/** The results of the body parsers, by parser name. */
export interface ParsedBodies {
  readonly chat: InferenceCall;
  readonly messages: InferenceCall;
  readonly openai_chat: InferenceCall;
  readonly openai_responses: InferenceCall;
  readonly anthropic: InferenceCall;
  readonly embeddings: UncountedEmbeddings;
  readonly openai_embeddings: UncountedEmbeddings;
  readonly code_telemetry: readonly CodePoint[];
  readonly code_telemetry_protobuf: readonly CodePoint[];
  /** The messages of a prompt template with the values of a call. */
  readonly rendered_prompt: readonly RenderedMessage[];
  /** A user, or the operations of a PATCH, as a directory sends them. */
  readonly directory: unknown;
  /** Checked by an operation's schema. */
  readonly operation: unknown;
}

type NameOf<Parsed> = {
  [Name in keyof ParsedBodies]: ParsedBodies[Name] extends Parsed ? Name : never;
}[keyof ParsedBodies];
/** The parsers of model calls and of embeddings. */
export type CallParserName = NameOf<InferenceCall>;
export type EmbeddingsParserName = NameOf<UncountedEmbeddings>;

/** A parser's name and settings as plain data: the size of the body decides on which thread it runs. */
export interface BodyParser<Name extends keyof ParsedBodies = keyof ParsedBodies> {
  readonly name: Name;
  readonly settings: object;
}
