import type { EngineEvent, EngineFault, EngineRun, EngineSink, TokenUsage } from '#engine';
import type { AnswerFace, Exchange, RunSummary } from '#exchange';
import { TextTally } from './text-tally.ts';
import { toUsageRecord } from './to-usage-record.ts';
import type { UsageMeter } from './usage-meter.ts';

type Outcome = Exclude<RunSummary['outcome'], 'nothing'>;

/**
 * Stands between the engine and the face and writes down what the request used, exactly once: when it completes, when
 * the engine fails after output was sent, and when the client leaves after output (BILL-01, BILL-04 to BILL-06, D-89,
 * D-90). The face hears of the end only after the record is in the journal, so no answered request goes unrecorded.
 */
export class MeteredRun implements EngineSink {
  readonly #exchange: Exchange;
  readonly #meter: UsageMeter;
  readonly #face: AnswerFace;
  readonly #done: (summary: RunSummary) => void;
  readonly #tally = new TextTally();
  /** The part of it that is reasoning, where reasoning was asked for: many engines do not say how much it was. */
  #reasoning: TextTally | undefined;
  #usage: TokenUsage | undefined;
  #run: EngineRun | undefined;
  #settled = false;

  constructor(exchange: Exchange, meter: UsageMeter, face: AnswerFace, done: (summary: RunSummary) => void) {
    this.#exchange = exchange;
    this.#meter = meter;
    this.#face = face;
    this.#done = done;
  }

  /** Ties the run to the client's connection: leaving cancels the engine call at once, draining resumes it. */
  attach(run: EngineRun): void {
    this.#run = run;
    this.#exchange.drained = () => run.resume();
    this.#exchange.response.on('close', () => this.#clientClosed());
    if (this.#exchange.gone) this.#clientClosed();
  }

  event(event: EngineEvent): void {
    switch (event.type) {
      case 'reasoning':
        if (this.#exchange.call.reasoning) (this.#reasoning ??= new TextTally()).add(event.text);
        this.#tally.add(event.text);
        break;
      case 'text':
      case 'compaction':
        this.#tally.add(event.text);
        break;
      case 'tool_call_start':
        this.#tally.add(event.name);
        break;
      case 'tool_call_delta':
        this.#tally.add(event.arguments);
        break;
      case 'usage':
        if (this.#isPlausible(event.usage)) this.#usage = event.usage;
        return;
      case 'stop':
        // Not part of the answer, but the engine wrote it.
        this.#tally.add(event.stopSequence ?? '');
        break;
      // Quotes are not billed (D-42), and vectors are no text to be estimated: their tokens are the prompt's.
      case 'citation':
      case 'embeddings':
        break;
    }
    this.#face.event(event);
  }

  flush(): boolean {
    return this.#face.flush();
  }

  end(): void {
    this.#settle('completed', (usage) => this.#face.finish(usage));
  }

  fail(fault: EngineFault): void {
    if (this.#face.delivered) this.#settle('failed', () => this.#face.fail(fault));
    else this.#settleNothing(() => this.#face.fail(fault));
  }

  #clientClosed(): void {
    if (this.#settled) return;
    this.#run?.abort();
    if (this.#tally.empty) this.#settleNothing(() => this.#face.cancel());
    else this.#settle('client_closed', () => this.#face.cancel());
  }

  #settle(outcome: Outcome, then: (usage: TokenUsage) => void): void {
    if (this.#settled) return;
    this.#settled = true;
    const measured = this.#usage;
    if (measured) this.#record(outcome, this.#withReasoning(measured), false, then);
    else this.#estimate((usage) => this.#record(outcome, usage, true, then));
  }

  /** The reasoning share as the engine counted it, else as we do; never more than all of the output. */
  #withReasoning(usage: TokenUsage): TokenUsage {
    if (usage.reasoningTokens > 0 || !this.#reasoning) return usage;
    return { ...usage, reasoningTokens: Math.min(this.#reasoning.countTokens(), usage.outputTokens) };
  }

  #record(outcome: Outcome, usage: TokenUsage, estimated: boolean, then: (usage: TokenUsage) => void): void {
    const { reservation } = this.#exchange.admission;
    this.#meter.record(toUsageRecord(this.#exchange, { outcome, usage, estimated }), (error, place) => {
      if (error) reservation!.release();
      else reservation!.settle(place);
      this.#tell(() => (error ? this.#face.fail(error) : then(usage)));
      this.#done({ outcome, usage, estimated });
    });
  }

  #settleNothing(then: () => void): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#exchange.admission.reservation!.release();
    this.#tell(then);
    this.#done({ outcome: 'nothing', usage: undefined, estimated: false });
  }

  /** A face that cannot say its last words must not leave the client waiting for them. */
  #tell(lastWords: () => void): void {
    try {
      lastWords();
    } catch {
      this.#exchange.errorCode = 'internal_error';
      this.#exchange.response.destroy();
    }
  }

  /** A count no model of this size can reach is a server that counts wrongly. */
  #isPlausible(usage: TokenUsage): boolean {
    const { contextWindow } = this.#exchange.admission.model;
    return usage.inputTokens <= contextWindow && usage.outputTokens <= contextWindow;
  }

  #estimate(then: (usage: TokenUsage) => void): void {
    const { call, admission } = this.#exchange;
    const { promptTokens, maxOutputTokens } = admission;
    // Our vocabulary is not the engine's: nobody pays for more than could have been generated.
    const outputTokens = Math.min(this.#tally.countTokens(), maxOutputTokens);
    const counted = (inputTokens: number): void =>
      then(this.#withReasoning({ inputTokens, cachedInputTokens: 0, outputTokens, reasoningTokens: 0 }));
    if (promptTokens === undefined) this.#meter.countPrompt({ ...call, maxOutputTokens }, counted);
    else counted(promptTokens);
  }
}
