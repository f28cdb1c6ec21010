import type { ApiError } from '@svc/contract';
import type { Conversation, EngineEvent, EngineFault, EngineRun, ServerToolKind, TokenUsage } from '#engine';
import type { MeteredExchange, ReplySink, ResponseEncoder, RunSummary } from '#exchange';
import type { UsageJournal } from '#store';
import { addUsage, GenerationTally } from './generation-tally.ts';
import type { PromptCounter } from './prompt-counter.ts';
import { toUsageRecord } from './to-usage-record.ts';

type Outcome = Exclude<RunSummary['outcome'], 'nothing'>;

export interface MeteredRunDeps {
  readonly journal: UsageJournal;
  readonly promptCounter: PromptCounter;
}

interface MeteredParts {
  readonly exchange: MeteredExchange;
  /** What the first generation answers. */
  readonly prompt: Conversation;
  readonly encoder: ResponseEncoder;
}

/** Decides the status and bridges silence, and shows nothing. */
const SIGN_OF_LIFE: EngineEvent = { type: 'reasoning', text: '' };

/**
 * Stands between the engine and the encoder and writes down what the request used, exactly once: when it completes, when
 * the engine fails after output was sent, and when the client leaves after output (BILL-01, BILL-04 to BILL-06, D-89,
 * D-90). The encoder hears of the end only after the record is in the journal, so no answered request goes unrecorded.
 */
export class MeteredRun implements ReplySink {
  readonly #deps: MeteredRunDeps;
  readonly #exchange: MeteredExchange;
  readonly #prompt: Conversation;
  readonly #encoder: ResponseEncoder;
  readonly #done: (summary: RunSummary) => void;
  /** Most replies are one generation. */
  #earlier: GenerationTally[] | undefined;
  #generation: GenerationTally;
  #toolUse: Partial<Record<ServerToolKind, number>> | undefined;
  #run: EngineRun | undefined;
  #settled = false;

  constructor(
    deps: MeteredRunDeps,
    { exchange, prompt, encoder }: MeteredParts,
    done: (summary: RunSummary) => void,
  ) {
    this.#deps = deps;
    this.#exchange = exchange;
    this.#prompt = prompt;
    this.#encoder = encoder;
    this.#done = done;
    this.#generation = new GenerationTally(prompt, exchange.admission.maxOutputTokens);
  }

  /** Ties the run to its exchange: a caller who leaves cancels the engine call at once, draining resumes it. */
  attach(run: EngineRun): void {
    this.#run = run;
    this.#exchange.paused = run;
    this.#exchange.onClose(() => this.#clientClosed());
    if (this.#exchange.gone) this.#clientClosed();
  }

  event(event: EngineEvent): void {
    const { output } = this.#generation;
    switch (event.type) {
      case 'reasoning':
        this.#generation.addReasoning(event.text);
        break;
      case 'text':
      case 'compaction':
        output.add(event.text);
        break;
      case 'tool_call_start':
        output.add(event.name);
        break;
      case 'tool_call_delta':
        output.add(event.arguments);
        break;
      case 'usage':
        this.#measured(event.usage);
        return;
      case 'stop':
        // Not part of the answer, but the engine wrote it.
        output.add(event.stopSequence ?? '');
        break;
      // Quotes are not billed (D-42), and neither edits nor vectors are text to be estimated.
      case 'citation':
      case 'context_edit':
      case 'embeddings':
        break;
    }
    this.#encoder.event(event);
  }

  hidden(text: string): void {
    this.#generation.output.add(text);
    this.#encoder.event(SIGN_OF_LIFE);
  }

  /** A generation that brought nothing is not billed, unless it was all there was. */
  next(prompt: Conversation, maxOutputTokens: number): void {
    if (!this.#generation.empty) (this.#earlier ??= []).push(this.#generation);
    this.#generation = new GenerationTally(prompt, maxOutputTokens);
  }

  toolRan(kind: ServerToolKind): void {
    this.#toolUse ??= {};
    this.#toolUse[kind] = (this.#toolUse[kind] ?? 0) + 1;
  }

  flush(): boolean {
    return this.#encoder.flush();
  }

  end(): void {
    this.#settle('completed', (usage) => this.#encoder.finish(usage));
  }

  fail(cause: EngineFault | ApiError): void {
    // A server of the caller's was given what was written to it, and could make every reply fail by taking its time.
    if (this.#encoder.delivered || this.#toolUse?.mcp)
      this.#settle('failed', () => this.#encoder.fail(cause));
    else this.#settleNothing(() => this.#encoder.fail(cause));
  }

  refuse(error: ApiError): void {
    this.#settle('failed', () => this.#encoder.fail(error));
  }

  #clientClosed(): void {
    if (this.#settled) return;
    this.#run?.abort();
    if (!this.#earlier && this.#generation.empty) this.#settleNothing(() => this.#encoder.cancel());
    else this.#settle('client_closed', () => this.#encoder.cancel());
  }

  #settle(outcome: Outcome, then: (usage: TokenUsage) => void): void {
    if (this.#settled) return;
    this.#settled = true;
    const { measured } = this.#generation;
    if (measured && !this.#earlier && !this.#toolUse)
      this.#record(outcome, this.#generation.withReasoning(measured), false, then);
    else this.#sumUp((usage, estimated) => this.#record(outcome, usage, estimated, then));
  }

  #record(outcome: Outcome, usage: TokenUsage, estimated: boolean, then: (usage: TokenUsage) => void): void {
    const { reservation } = this.#exchange.admission;
    this.#deps.journal.append(
      toUsageRecord(this.#exchange, { outcome, usage, estimated }),
      (error, offset) => {
        if (error) reservation.release();
        else reservation.settle(offset);
        this.#tell(() => (error ? this.#encoder.fail(error) : then(usage)));
        this.#done({ outcome, usage, estimated });
      },
    );
  }

  #settleNothing(then: () => void): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#exchange.admission.reservation.release();
    this.#tell(then);
    this.#done({ outcome: 'nothing', usage: undefined, estimated: false });
  }

  /** An encoder that cannot say its last words must not leave the client waiting for them. */
  #tell(lastWords: () => void): void {
    try {
      lastWords();
    } catch {
      this.#exchange.errorCode = 'internal_error';
      this.#exchange.sink.destroy();
    }
  }

  /** A count no model of this size can reach is a server that counts wrongly. */
  #measured(usage: TokenUsage): void {
    const { contextWindow } = this.#exchange.admission.model;
    if (usage.inputTokens <= contextWindow && usage.outputTokens <= contextWindow)
      this.#generation.measured = usage;
  }

  /** All generations together; those that nobody counted are estimated, one after the other. */
  #sumUp(then: (usage: TokenUsage, estimated: boolean) => void): void {
    const generations = [...(this.#earlier ?? []), this.#generation];
    if (generations.length > 1 && this.#generation.empty) generations.pop();
    const estimated = generations.some(({ measured }) => !measured);
    const add = (sum: TokenUsage | undefined, index: number): void => {
      const generation = generations[index];
      if (!generation)
        return then(this.#toolUse ? { ...sum!, serverToolUse: this.#toolUse } : sum!, estimated);
      const take = (usage: TokenUsage): void => {
        const counted = generation.withReasoning(usage);
        add(sum ? addUsage(sum, counted) : counted, index + 1);
      };
      if (generation.measured) take(generation.measured);
      else this.#estimate(generation, take);
    };
    add(undefined, 0);
  }

  #estimate({ prompt, output, maxOutputTokens }: GenerationTally, then: (usage: TokenUsage) => void): void {
    const { promptTokens } = this.#exchange.admission;
    // Our vocabulary is not the engine's: nobody pays for more than could have been generated.
    const outputTokens = Math.min(output.countTokens(), maxOutputTokens);
    const counted = (inputTokens: number): void =>
      then({ inputTokens, cachedInputTokens: 0, outputTokens, reasoningTokens: 0 });
    if (promptTokens === undefined || prompt !== this.#prompt)
      this.#deps.promptCounter.count({ ...prompt, maxOutputTokens, stream: false }, counted);
    else counted(promptTokens);
  }
}
