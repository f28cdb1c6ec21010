import { ApiError, ID_PREFIXES, type PromptTool, type PromptToolResult } from '@svc/contract';
import type { EngineEvent, EngineFault, TokenUsage } from '#engine';
import type { ErrorRendering, GenerationExchange, ResponseEncoder } from '#exchange';
import { messageHeaders, toMessageUsage } from '#features/messages';
import { newId } from '#kit';
import { withKnownVariables } from './known-variables.ts';
import type { WrittenPrompt } from './prompt-format.ts';

/** The result of a prompt tool as one JSON object (D-PTOOL-2). The text that arrives here was held to the form before. */
export class PromptToolEncoder implements ResponseEncoder {
  readonly #exchange: GenerationExchange;
  readonly #errors: ErrorRendering;
  readonly #tool: PromptTool;
  #text = '';

  constructor(exchange: GenerationExchange, errors: ErrorRendering, tool: PromptTool) {
    this.#exchange = exchange;
    this.#errors = errors;
    this.#tool = tool;
  }

  /** Whole or not at all. */
  readonly delivered = false;

  event(event: EngineEvent): void {
    if (event.type === 'text') this.#text += event.text;
  }

  flush(): boolean {
    return true;
  }

  finish(usage: TokenUsage): void {
    const { requestId, receivedAtMs, admission } = this.#exchange;
    const tool = this.#tool;
    const { system, messages, variables, working, notes } = withKnownVariables(
      tool,
      JSON.parse(this.#text) as WrittenPrompt,
    );
    const result: PromptToolResult = {
      id: newId(ID_PREFIXES.promptTool, receivedAtMs),
      type: 'prompt_tool_result',
      tool,
      model: admission.model.id,
      system: system === '' ? null : system,
      messages,
      variables,
      working,
      notes,
      usage: toMessageUsage(usage),
      request_id: requestId,
    };
    this.#exchange.sink.json(200, JSON.stringify(result), [
      'cache-control',
      'no-store',
      ...messageHeaders(this.#exchange),
    ]);
  }

  /** A reply without the form, once repaired in vain, is a failure of the engine to the caller, who asked for no form (D-PTOOL-3). */
  fail(cause: EngineFault | Error): void {
    const isOurForm = cause instanceof ApiError && cause.code === 'output_schema_violation';
    this.#errors.send(this.#exchange, isOurForm ? new ApiError('upstream_error', { cause }) : cause);
  }

  cancel(): void {
    this.#text = '';
  }
}
