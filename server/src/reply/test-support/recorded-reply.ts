import type { ApiError } from '@svc/contract';
import type { Conversation, EngineEvent, EngineFault, ServerToolKind } from '#engine';
import type { ReplySink } from '#exchange';

/** Everything a reply says, in order, as one short line each. */
export class RecordedReply implements ReplySink {
  readonly lines: string[] = [];
  readonly prompts: Conversation[] = [];
  /** Of the engine that answers each prompt. */
  readonly leases: unknown[] = [];
  readonly #over = Promise.withResolvers<void>();

  get over(): Promise<void> {
    return this.#over.promise;
  }

  event(event: EngineEvent): void {
    if (event.type === 'stop') this.lines.push(`stop ${event.reason}${event.stopSequence ?? ''}`);
    else if (event.type === 'usage')
      this.lines.push(`usage ${event.usage.inputTokens}/${event.usage.outputTokens}`);
    else if (event.type === 'tool_call_start') this.lines.push(`call ${event.call} ${event.name}`);
    else if (event.type === 'tool_call_delta') this.lines.push(`input ${event.call} ${event.arguments}`);
    else if (event.type === 'context_edit') this.lines.push(`edit ${event.edit.type}`);
    else this.lines.push(`${event.type} ${'text' in event ? event.text : ''}`);
  }

  hidden(text: string): void {
    this.lines.push(`hidden ${text}`);
  }

  /** The first prompt is no line of its own, nor one that is told again. */
  next(prompt: Conversation, _maxOutputTokens: number, lease?: unknown): void {
    this.leases.push(lease);
    const last = this.prompts.at(-1);
    if (prompt === last) return;
    this.prompts.push(prompt);
    if (last) this.lines.push('next');
  }

  toolRan(kind: ServerToolKind): void {
    this.lines.push(`ran ${kind}`);
  }

  flush(): boolean {
    return true;
  }

  end(): void {
    this.#last('end');
  }

  fail(cause: EngineFault | ApiError): void {
    this.#last(`fail ${'catalogName' in cause ? cause.catalogName : cause.kind}`);
  }

  refuse(error: ApiError): void {
    this.#last(`refuse ${error.catalogName}`);
  }

  #last(line: string): void {
    this.lines.push(line);
    this.#over.resolve();
  }
}
