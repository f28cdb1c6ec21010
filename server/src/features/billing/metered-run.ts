import type { Socket } from 'node:net';
import { countPromptTokens, type EngineEvent, type EngineFault, type EngineRun, type EngineSink, type TokenUsage } from '#engine';
import type { AnswerFace, Exchange, RunSummary } from '#exchange';
import { toTimestamp } from '#kit';
import type { UsageJournal, UsageRecord } from '#store';
import { TextTally } from './text-tally.ts';

type Outcome = UsageRecord['outcome'];

/**
 * Stands between the engine and the face and writes down what the request used, exactly once: when it completes, when
 * the engine fails after output, and when the client leaves after output (BILL-01, BILL-04 to BILL-06, D-89, D-90).
 * The face hears of the end only after the record is in the journal, so no answered request can go unrecorded.
 */
export class MeteredRun implements EngineSink {
  readonly #exchange: Exchange;
  readonly #journal: UsageJournal;
  readonly #face: AnswerFace;
  readonly #done: (summary: RunSummary) => void;
  readonly #tally = new TextTally();
  #usage: TokenUsage | undefined;
  #run: EngineRun | undefined;
  #settled = false;

  constructor(exchange: Exchange, journal: UsageJournal, face: AnswerFace, done: (summary: RunSummary) => void) {
    this.#exchange = exchange;
    this.#journal = journal;
    this.#face = face;
    this.#done = done;
  }

  /** Ties the run to the client's connection: leaving cancels the engine call at once, draining resumes it. */
  attach(run: EngineRun): void {
    this.#run = run;
    const { response, call } = this.#exchange;
    response.on('close', () => this.#clientClosed());
    if (call.stream && response.socket) this.#resumeOnDrain(run, response.socket);
    if (this.#exchange.gone) this.#clientClosed();
  }

  /** The socket's event, not the response's: streams write to the socket (see `EventStream`), which outlives the answer. */
  #resumeOnDrain(run: EngineRun, socket: Socket): void {
    const resume = (): void => run.resume();
    socket.on('drain', resume);
    this.#exchange.response.on('close', () => socket.off('drain', resume));
  }

  event(event: EngineEvent): void {
    switch (event.type) {
      case 'text':
      case 'reasoning':
        this.#tally.add(event.text);
        break;
      case 'tool_call_start':
        this.#tally.add(event.name);
        break;
      case 'tool_call_delta':
        this.#tally.add(event.arguments);
        break;
      case 'usage':
        this.#usage = event.usage;
        return;
      case 'stop':
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
    if (this.#tally.empty) return this.#close('nothing', undefined, () => this.#face.fail(fault));
    this.#settle('failed', () => this.#face.fail(fault));
  }

  #clientClosed(): void {
    if (this.#settled) return;
    this.#run?.abort();
    if (this.#tally.empty) return this.#close('nothing', undefined, () => this.#face.cancel());
    this.#settle('client_closed', () => this.#face.cancel());
  }

  #settle(outcome: Outcome, then: (usage: TokenUsage) => void): void {
    if (this.#settled) return;
    this.#settled = true;
    const estimated = this.#usage === undefined;
    const usage = this.#usage ?? this.#estimate();
    this.#journal.append(this.#record(outcome, usage, estimated), (error) => {
      this.#tell(() => (error ? this.#face.fail(error) : then(usage)));
      this.#done({ outcome, usage, estimated });
    });
  }

  #close(outcome: 'nothing', usage: undefined, then: () => void): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#tell(then);
    this.#done({ outcome, usage, estimated: false });
  }

  /** A face that cannot say its last words must not leave the client waiting for them. */
  #tell(lastWords: () => void): void {
    try {
      lastWords();
    } catch (error) {
      this.#exchange.errorCode = 'internal_error';
      this.#exchange.response.destroy(error instanceof Error ? error : undefined);
    }
  }

  #estimate(): TokenUsage {
    const { call, admission } = this.#exchange;
    const inputTokens = countPromptTokens({ ...call, maxOutputTokens: admission.maxOutputTokens });
    return { inputTokens, cachedInputTokens: 0, outputTokens: this.#tally.countTokens(), reasoningTokens: 0 };
  }

  #record(outcome: Outcome, usage: TokenUsage, estimated: boolean): UsageRecord {
    const { requestId, credential, operation, admission, receivedAtMs } = this.#exchange;
    return {
      request_id: requestId,
      organization_id: credential.organizationId,
      workspace_id: credential.workspaceId ?? '',
      key_id: credential.keyId,
      user_id: credential.userId,
      endpoint: operation.path,
      model: admission.model.id,
      input_tokens: usage.inputTokens,
      cached_input_tokens: usage.cachedInputTokens,
      output_tokens: usage.outputTokens,
      reasoning_tokens: usage.reasoningTokens,
      billing_source: admission.billingSource,
      price: admission.model.price,
      cost_nanos: 0,
      estimated,
      outcome,
      metadata: null,
      created_at: toTimestamp(receivedAtMs),
    };
  }
}
