import type { Citation, EngineEvent, StopReason, TokenUsage } from '#engine';
import type { GenerationExchange } from '#exchange';
import { Annotator, toFinishReason, type CompletionFormat, type CompletionMessage } from '#features/chat';

/** How OpenAI's protocol words one reply of chat (COMPO-08 to COMPO-12). */
export class OpenAiFormat implements CompletionFormat {
  readonly choiceFields = ',"logprobs":null';
  readonly setsRefusalsApart = true;
  readonly chunkFields: string;
  readonly #showsReasoning: boolean;
  /** Where there may be something to cite: it looks at every character. */
  readonly #annotator: Annotator | undefined;
  readonly #annotations: object[] = [];
  #reasoning = '';

  constructor({ call }: GenerationExchange) {
    this.chunkFields = call.includeUsage === false ? '' : ',"usage":null';
    this.#showsReasoning = call.reasoning !== undefined;
    this.#annotator = call.builtinTools ? new Annotator() : undefined;
  }

  /** A reply with calls is one whatever the engine says, and one without is none (COMPG-14). */
  finishReason(reason: StopReason, hasToolCalls: boolean): string {
    if (reason === 'end_turn' && hasToolCalls) return 'tool_calls';
    if (reason === 'refusal' || reason === 'content_filter') return 'content_filter';
    return toFinishReason(reason, hasToolCalls);
  }

  usage({ inputTokens, cachedInputTokens, outputTokens, reasoningTokens }: TokenUsage): object {
    return {
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
      prompt_tokens_details: { cached_tokens: cachedInputTokens, audio_tokens: 0 },
      completion_tokens_details: {
        reasoning_tokens: reasoningTokens,
        audio_tokens: 0,
        accepted_prediction_tokens: 0,
        rejected_prediction_tokens: 0,
      },
    };
  }

  delta(event: EngineEvent): object | undefined {
    if (event.type === 'text') this.#annotator?.text(event.text);
    if (event.type === 'citation') return this.#annotate(event.citation);
    if (event.type !== 'reasoning' || !this.#showsReasoning || event.text === '') return undefined;
    this.#reasoning += event.text;
    return { reasoning_content: event.text };
  }

  whole({
    role,
    content,
    refusal,
    tool_calls: calls,
  }: CompletionMessage): ReturnType<NonNullable<CompletionFormat['whole']>> {
    return {
      message: {
        role,
        content,
        refusal: refusal ?? null,
        annotations: this.#annotations,
        tool_calls: calls,
        reasoning_content: this.#reasoning === '' ? undefined : this.#reasoning,
      },
      choice: { logprobs: null },
      completion: { service_tier: 'default', system_fingerprint: null },
    };
  }

  /** The protocol cites pages of the web only. */
  #annotate(citation: Citation): object | undefined {
    const annotation = citation.type === 'web' ? this.#annotator?.cite(citation) : undefined;
    if (!annotation) return undefined;
    this.#annotations.push(annotation);
    return { annotations: [annotation] };
  }
}
