import type { ChosenModel, InferenceCall } from '#exchange';
import type { Log } from '#kit';
import type { ResponseFormat } from '#engine';
import { FormatChecker } from '../format/format-checker.ts';
import { FormatStage } from '../format/format-stage.ts';
import { Generations } from '../generations.ts';
import { ReplyRun, type ReplyLimits } from '../reply-run.ts';
import type { ServerTool, ToolSource } from '../server-tool.ts';
import { RecordedReply } from './recorded-reply.ts';
import type { ScriptedGeneration } from './scripted-generation.ts';

const LIMITS: ReplyLimits = { rounds: 20, totalMs: 10_000, compactionTokens: 500 };

export function callOf(fields: Partial<InferenceCall> = {}): InferenceCall {
  return {
    requestedModel: 'm',
    stream: true,
    maxTokens: 1000,
    turns: [{ role: 'user', blocks: [{ type: 'text', text: 'question' }] }],
    tools: [],
    toolChoice: 'auto',
    ...fields,
  };
}

/** A tool of ours that answers `found` at once. */
export function tool(name: string, fields: Partial<ServerTool> = {}): ServerTool {
  return {
    kind: 'web_search',
    definition: { name },
    maxUses: 5,
    run: () => Promise.resolve({ text: 'found' }),
    ...fields,
  };
}

export interface BenchOptions {
  readonly call?: Partial<InferenceCall>;
  readonly tools?: readonly ServerTool[] | ToolSource['open'];
  readonly limits?: Partial<ReplyLimits>;
  /** The reply must have it; its text is held. */
  readonly format?: ResponseFormat;
  readonly checker?: Pick<FormatChecker, 'check'>;
  readonly maxOutputTokens?: number;
  readonly contextWindow?: number;
}

/** A reply under way on scripted generations. */
export function startReply(
  generation: ScriptedGeneration,
  options: BenchOptions = {},
): { run: ReplyRun; reply: RecordedReply; closed: () => number } {
  const { tools = [], limits, maxOutputTokens = 1000, contextWindow = 100_000 } = options;
  const call = callOf(options.call);
  let closed = 0;
  const open: ToolSource['open'] =
    typeof tools === 'function' ? tools : () => Promise.resolve({ tools, close: () => void closed++ });
  const model = { id: 'm', contextWindow, config: {} } as ChosenModel;
  const lease = generation.admit();
  const reply = new RecordedReply();
  const generations = new Generations({
    generation,
    model,
    organizationId: 'org',
    tenant: 'org',
    lease,
    stream: call.stream,
    maxOutputTokens,
    sink: reply,
  });
  const { longReplies } = generation;
  const log = { error: () => {} } as unknown as Log;
  const caller = { organizationId: 'org', workspaceId: null };
  const stage =
    options.format &&
    new FormatStage(
      {
        checker: options.checker ?? new FormatChecker(),
        format: options.format,
        owner: 'org',
        passes: false,
      },
      reply,
    );
  const run = new ReplyRun(
    { call, caller, generations, longReplies, tools: { open }, limits: { ...LIMITS, ...limits }, stage, log },
    reply,
  );
  run.start();
  return { run, reply, closed: () => closed };
}
