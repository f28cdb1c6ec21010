import type { Log } from '#kit';
import { EmbeddingRun } from '../embedding/embedding-run.ts';
import { type Engine, EngineFault, type EngineEvent, type EngineRun, type EngineSink } from '../events.ts';
import type { AmendedRequest } from '../refusal.ts';
import type { GenerateRequest } from '../turns.ts';
import { EMBEDDING_QUESTION } from './questions.ts';

/** How often a question is put otherwise because of a refusal (D-ENG-28). */
const MAX_REPEATS = 8;

/** What became of one question. */
export interface ProbeReply {
  /** Undefined: it was answered. */
  readonly fault: EngineFault | undefined;
  readonly calls: readonly string[];
  readonly hasReasoning: boolean;
  readonly isCounted: boolean;
  /** The reply ended at the limit, so what is missing may have come later. */
  readonly isCut: boolean;
  /** Asked for a stream, the engine sent one JSON value. */
  readonly cameWhole: boolean;
  /** Fields that the engine refused before it answered. */
  readonly refusedFields: readonly string[];
}

/** Where questions are put. */
export interface Respondent {
  readonly engine: Engine;
  /** The engine's own name for the model. */
  readonly model: string;
  /** Of each question with its repeats. */
  readonly timeoutMs: number;
  /** Ends all questions. */
  readonly signal: AbortSignal;
}

/** Puts a question as a call would be put: through the engine, and again in the form that it takes. Never rejects. */
export async function askQuestion(
  { engine, model, ...limits }: Respondent,
  question: GenerateRequest,
): Promise<ProbeReply> {
  const deadline = deadlineOf(limits);
  const refusedFields: string[] = [];
  const amended: AmendedRequest = {};
  for (let repeats = 0; ; repeats++) {
    const request = { ...question, ...amended };
    const answer = await attempt(deadline, (sink) => engine.start(request, model, sink));
    const { fault } = answer;
    refusedFields.push(...(fault?.refusal?.parameters ?? []));
    if (!fault?.amended || repeats === MAX_REPEATS) return { ...answer, refusedFields };
    Object.assign(amended, fault.amended);
  }
}

/** The same of a model that embeds. */
export function askForEmbedding({ engine, model, ...limits }: Respondent, log: Log): Promise<ProbeReply> {
  return attempt(deadlineOf(limits), (sink) => {
    const run = new EmbeddingRun(log, sink);
    void run.start(engine, EMBEDDING_QUESTION, model);
    return run;
  });
}

function deadlineOf({ timeoutMs, signal }: Pick<Respondent, 'timeoutMs' | 'signal'>): AbortSignal {
  return AbortSignal.any([AbortSignal.timeout(timeoutMs), signal]);
}

function attempt(deadline: AbortSignal, start: (sink: EngineSink) => EngineRun): Promise<ProbeReply> {
  return new Promise((resolve) => {
    let run: EngineRun | undefined;
    const onTimeout = (): void => {
      run?.abort();
      settle(new EngineFault('timeout'));
    };
    const sink = new ProbeSink((fault) => settle(fault));
    const settle = (fault: EngineFault | undefined): void => {
      deadline.removeEventListener('abort', onTimeout);
      resolve(sink.toReply(fault, run?.repliedWhole === true));
    };
    if (deadline.aborted) return onTimeout();
    deadline.addEventListener('abort', onTimeout);
    try {
      run = start(sink);
    } catch {
      // A request that cannot be written, such as one that the engine's form has no place for.
      settle(new EngineFault('broken'));
    }
  });
}

/** Keeps of a reply only what the questions are about. */
class ProbeSink implements EngineSink {
  readonly #settle: (fault: EngineFault | undefined) => void;
  readonly #calls: string[] = [];
  #hasReasoning = false;
  #isCounted = false;
  #isCut = false;

  constructor(settle: (fault: EngineFault | undefined) => void) {
    this.#settle = settle;
  }

  event(event: EngineEvent): void {
    switch (event.type) {
      case 'tool_call_start':
        this.#calls.push(event.name);
        break;
      case 'reasoning':
        this.#hasReasoning = true;
        break;
      case 'stop':
        this.#isCut = event.reason === 'max_tokens' || event.reason === 'context_window';
        break;
      case 'usage':
        this.#isCounted = true;
        if (event.usage.reasoningTokens > 0) this.#hasReasoning = true;
        break;
      default:
    }
  }

  flush(): boolean {
    return true;
  }

  end(): void {
    this.#settle(undefined);
  }

  fail(fault: EngineFault): void {
    this.#settle(fault);
  }

  toReply(fault: EngineFault | undefined, cameWhole: boolean): ProbeReply {
    return {
      fault,
      calls: this.#calls,
      hasReasoning: this.#hasReasoning,
      isCounted: this.#isCounted,
      isCut: this.#isCut,
      cameWhole,
      refusedFields: [],
    };
  }
}
