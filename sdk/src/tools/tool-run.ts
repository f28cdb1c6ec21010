import type { RequestOptions } from '../core/call.ts';
import { SvcError, TooManyTurnsError } from '../core/errors.ts';
import { ReplyStream } from '../streaming/reply-stream.ts';
import { runCalls, type CallResult, type RequestedCall } from './run-calls.ts';
import type { Tool, ToolOutput } from './tool.ts';

export interface ToolRunOptions extends RequestOptions {
  /** Most replies of the model. Default 10. */
  readonly maxTurns?: number | undefined;
}

/** A conversation in the form of one API, which grows by replies and results. */
export interface Dialogue<Turn, Reply, Item, Output extends ToolOutput = ToolOutput> {
  readonly messages: readonly Item[];
  readonly tools: ReadonlyMap<string, Tool<Output>>;
  ask(options: RequestOptions): Promise<Turn>;
  /** The calls that the reply waits for; none when it is the last one. */
  callsOf(reply: Reply): readonly RequestedCall[];
  add(reply: Reply, results: readonly CallResult<Output>[]): void;
}

const MAX_TURNS = 10;

/**
 * A model that is asked again with the results of its tool calls, until it asks for none. Iterate over it for its replies, which are streams where
 * the request says `stream: true`, or wait for `final()`. It starts when one of them is called, and runs once. A call of a tool
 * without code of its own, declared beside the others, ends it, as `max_tokens` does.
 */
export class ToolRun<
  Turn extends Reply | ReplyStream<unknown, Reply>,
  Reply,
  Item extends object,
> implements AsyncIterable<Turn> {
  readonly #dialogue: Dialogue<Turn, Reply, Item>;
  readonly #turns: AsyncGenerator<Turn, void>;
  #last: Reply | undefined;

  constructor(dialogue: Dialogue<Turn, Reply, Item>, options: ToolRunOptions = {}) {
    const { maxTurns = MAX_TURNS, ...requestOptions } = options;
    if (!(maxTurns >= 1)) throw new TypeError('maxTurns must be a number from 1.');
    this.#dialogue = dialogue;
    this.#turns = this.#run(maxTurns, requestOptions);
  }

  [Symbol.asyncIterator](): AsyncGenerator<Turn, void> {
    return this.#turns;
  }

  /** The last reply. Rejects with what a call of the model failed with, and with a `TooManyTurnsError`. */
  async final(): Promise<Reply> {
    while (!(await this.#turns.next()).done);
    if (this.#last === undefined) throw new SvcError('The run was stopped before its last reply.');
    return this.#last;
  }

  /** The conversation so far, with replies and results, to go on from. */
  get messages(): readonly Item[] {
    return this.#dialogue.messages;
  }

  async *#run(maxTurns: number, options: RequestOptions): AsyncGenerator<Turn, void> {
    const signal = options.signal ?? new AbortController().signal;
    for (let turns = 1; ; turns += 1) {
      const turn = await this.#dialogue.ask(options);
      yield* handOut(turn);
      const reply = turn instanceof ReplyStream ? await turn.final() : (turn as Reply);
      const calls = this.#dialogue.callsOf(reply);
      this.#dialogue.add(reply, await runCalls(calls, this.#dialogue.tools, signal));
      if (calls.length === 0) {
        this.#last = reply;
        return;
      }
      if (turns >= maxTurns) throw new TooManyTurnsError(maxTurns, this.messages);
    }
  }
}

/** Whoever stops at a turn hangs up. */
function* handOut<Turn>(turn: Turn): Generator<Turn, void> {
  let stopped = true;
  try {
    yield turn;
    stopped = false;
  } finally {
    if (stopped && turn instanceof ReplyStream) turn.abort();
  }
}
