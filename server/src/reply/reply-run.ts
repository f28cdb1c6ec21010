import { ApiError } from '@svc/contract';
import {
  EngineFault,
  type Block,
  type Conversation,
  type EngineRun,
  type FunctionTool,
  type Generation,
  type LongReply,
  type StopReason,
} from '#engine';
import type { InferenceCall, PolicyCheck, ReplySink } from '#exchange';
import { describeError, type Log } from '#kit';
import { editContext, type EditedContext } from './edit-context.ts';
import type { FormatStage } from './format/format-stage.ts';
import { enforceFormat } from './format/enforce-format.ts';
import type { Generations } from './generations.ts';
import type { Generated } from './generation-sink.ts';
import type { OpenTools, ToolCaller, ToolSource } from './server-tool.ts';
import { ToolRounds } from './tool-rounds.ts';
import { WebCitations } from './web-citations.ts';

/** Numbers a reply is held to (D-14, D-39, D-40). */
export interface ReplyLimits {
  /** Generations with calls of our tools between them. */
  readonly rounds: number;
  /** All of a reply, its tools included. */
  readonly totalMs: number;
  /** The longest summary. */
  readonly compactionTokens: number;
}

export interface ReplyParts {
  readonly call: InferenceCall;
  readonly caller: Omit<ToolCaller, 'signal'>;
  readonly generations: Generations;
  readonly policy?: PolicyCheck | undefined;
  /** It is one of them while it lasts. */
  readonly longReplies: Pick<Generation['longReplies'], 'add' | 'delete'>;
  readonly tools: ToolSource;
  readonly limits: ReplyLimits;
  /** Where the reply must have a form (D-38): on the way to the same sink. */
  readonly stage?: FormatStage | undefined;
  readonly log: Log;
}

/** Reasons for which a generation is over whatever it called: what it wrote is cut or withheld. */
const CUT: ReadonlySet<StopReason> = new Set<StopReason>([
  'max_tokens',
  'context_window',
  'refusal',
  'content_filter',
  'stop_sequence',
]);

/** In place of a generation that there was no room for. */
const NOTHING = {
  fault: undefined,
  stopSequence: undefined,
  usage: undefined,
  blocks: [],
  ownCalls: [],
  callsCaller: false,
} as const;

/**
 * A reply that may take several generations: the conversation is shortened first where it grew too long, and calls of
 * server tools run between generations until the model needs no more of them. The caller sees one reply. No slot of an
 * engine is held while MCP servers are asked or tools run. Ends in exactly one of the sink's `end`, `fail` and `refuse`, or in `abort`.
 */
export class ReplyRun implements EngineRun, LongReply {
  sweepIndex = -1;
  readonly #parts: ReplyParts;
  readonly #sink: ReplySink;
  readonly #stopping = new AbortController();
  readonly #deadline: NodeJS.Timeout;
  #tools: OpenTools | undefined;
  #over = false;

  constructor(parts: ReplyParts, sink: ReplySink) {
    this.#parts = parts;
    this.#sink = sink;
    this.#deadline = setTimeout(() => this.#fail(new EngineFault('timeout')), parts.limits.totalMs).unref();
  }

  start(): void {
    this.#parts.longReplies.add(this);
    this.#reply().catch((error: unknown) => this.#fail(error));
  }

  resume(): void {
    this.#parts.generations.resume();
  }

  abort(): void {
    if (!this.#over) this.#leave();
  }

  stop(): void {
    this.#fail(new ApiError('temporarily_unavailable'));
  }

  async #reply(): Promise<void> {
    const { call, tools: source, caller, generations } = this.#parts;
    if (call.mcpServers) generations.release();
    // Before anything is generated: a server that cannot be used refuses the request, and costs nothing.
    const opened = await source.open(call, { ...caller, signal: this.#stopping.signal });
    if (this.#over) return opened.close();
    this.#tools = opened;
    const definitions = opened.tools.map(({ definition }) => definition);
    requireChosenTool({ tools: call.tools.concat(definitions), toolChoice: call.toolChoice });
    const edited = await editContext(this.#parts, this.#sink);
    if (edited.pause) return this.#end(edited, { stop: 'pause' });
    await this.#rounds(edited, opened, definitions);
  }

  async #rounds(
    edited: EditedContext,
    { tools }: OpenTools,
    definitions: readonly FunctionTool[],
  ): Promise<void> {
    const { generations, stage, policy } = this.#parts;
    const citations = new WebCitations(edited.conversation);
    const own = new ToolRounds({ tools, citations, policy, signal: this.#stopping.signal });
    let conversation: Conversation = {
      ...edited.conversation,
      tools: edited.conversation.tools.concat(definitions),
    };
    for (let round = 1; ; round++) {
      const generated = await generations.generate(conversation, stage ?? this.#sink, own.has);
      // Admission did not know our tools.
      if (generated === 'no_room' && round === 1 && !wasCompacted(edited))
        throw new ApiError('context_length_exceeded', { param: 'messages' });
      if (generated === 'no_room')
        return this.#finish(edited, { ...NOTHING, stop: 'context_window' }, conversation);
      if (generated === 'no_tokens')
        return this.#finish(edited, { ...NOTHING, stop: 'max_tokens' }, conversation);
      // Counting what the engine did not count may have taken a while.
      if (this.#over) return;
      if (generated.fault) throw generated.fault;
      if (!goesOn(generated)) return this.#finish(edited, generated, conversation);
      stage?.discard();
      if (round === this.#parts.limits.rounds) return this.#end(edited, { stop: 'pause' });
      // The end of a generation is not flushed, and tools may take minutes.
      this.#sink.flush();
      const results = await own.run(generated.ownCalls, this.#sink);
      if (this.#over) return;
      conversation = { ...withResults(conversation, generated, results), sources: citations.sources };
    }
  }

  async #finish(edited: EditedContext, generated: Generated, conversation: Conversation): Promise<void> {
    const { stage, generations } = this.#parts;
    if (!stage) return this.#end(edited, generated);
    const end = await enforceFormat(
      { stage, generations, sink: this.#sink, isOver: () => this.#over },
      generated,
      conversation,
    );
    if (end?.error) this.#refuse(end.error);
    else if (end) this.#end(edited, end);
  }

  #refuse(error: ApiError): void {
    if (this.#over) return;
    // That nobody had time to check it is no verdict on what was generated.
    if (error.status >= 500) return this.#fail(error);
    this.#leave();
    this.#sink.refuse(error);
  }

  #end(
    edited: EditedContext,
    { stop: reason, stopSequence }: Pick<Generated, 'stop'> & Partial<Pick<Generated, 'stopSequence'>>,
  ): void {
    if (this.#over) return;
    this.#leave();
    for (const edit of edited.applied) this.#sink.event({ type: 'context_edit', edit });
    this.#sink.event({ type: 'stop', reason, ...(stopSequence === undefined ? {} : { stopSequence }) });
    this.#sink.end();
  }

  #fail(error: unknown): void {
    if (this.#over) return;
    this.#leave();
    if (error instanceof EngineFault || error instanceof ApiError) return this.#sink.fail(error);
    this.#parts.log.error({ error: describeError(error) }, 'multi-generation reply failed');
    this.#sink.fail(new EngineFault('broken'));
  }

  #leave(): void {
    this.#over = true;
    this.#parts.longReplies.delete(this);
    // Text that was held back was generated, whether or not it is shown.
    this.#parts.stage?.discard();
    clearTimeout(this.#deadline);
    this.#stopping.abort();
    this.#parts.generations.abort();
    this.#tools?.close();
  }
}

function wasCompacted({ applied }: EditedContext): boolean {
  return applied.some(({ type }) => type === 'compact');
}

/** With a call of the caller's it is their turn: calls of ours beside it are not run, and the model may make them again. */
function goesOn({ ownCalls, callsCaller, stop }: Generated): boolean {
  return ownCalls.length > 0 && !callsCaller && !CUT.has(stop);
}

/** Who must call something has: asked again in the same words, a model would call for ever. */
function withResults(
  conversation: Conversation,
  { blocks }: Generated,
  results: readonly Block[],
): Conversation {
  const turns = conversation.turns.concat({ role: 'assistant', blocks }, { role: 'user', blocks: results });
  return { ...conversation, turns, toolChoice: conversation.toolChoice === 'none' ? 'none' : 'auto' };
}

/**
 * Validates `tool_choice` once the tools of the MCP servers are listed. Engines would reject an unknown name with their own
 * message, and ignore `any` without tools. Throws 400 `invalid_request`.
 */
function requireChosenTool({ tools, toolChoice }: Pick<Conversation, 'tools' | 'toolChoice'>): void {
  const found =
    toolChoice === 'any'
      ? tools.length > 0
      : typeof toolChoice === 'string' || tools.some(({ name }) => name === toolChoice.name);
  if (!found)
    throw new ApiError('invalid_request', {
      param: 'tool_choice',
      message: 'tool_choice names a tool that no MCP server has.',
    });
}
