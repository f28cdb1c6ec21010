import type { EngineRun, Generation } from '#engine';
import type { GenerationExchange, InferenceCall, ReplySink } from '#exchange';
import type { Log } from '#kit';
import type { FormatChecker } from './format/format-checker.ts';
import { FormatStage } from './format/format-stage.ts';
import { Generations } from './generations.ts';
import { openWithSummary } from './open-with-summary.ts';
import { ReplyRun, type ReplyLimits } from './reply-run.ts';
import type { ToolSource } from './server-tool.ts';

export interface ReplyDeps {
  readonly generation: Generation;
  readonly tools: ToolSource;
  readonly replyLimits: () => ReplyLimits;
  readonly formatChecker: FormatChecker;
  readonly log: Log;
}

/** Answers an admitted call: by one generation where that is all it can take, else by as many as it needs. */
export function startReply(deps: ReplyDeps, exchange: GenerationExchange, sink: ReplySink): EngineRun {
  const { generation, tools, log } = deps;
  const { admission, credential, policy } = exchange;
  const { maxOutputTokens, model } = admission;
  const { organizationId, workspaceId } = credential;
  const tenant = workspaceId ?? organizationId;
  const lease = admission.lease;
  const call = openWithSummary(exchange.call);
  if (!takesRounds(call))
    return generation.run(
      lease,
      { ...call, maxOutputTokens, tenant, conversationKey: lease.conversation },
      sink,
    );
  const generations = new Generations({
    generation,
    model,
    organizationId,
    tenant,
    lease,
    policy,
    stream: call.stream,
    maxOutputTokens,
    sink,
  });
  const caller = { organizationId, workspaceId };
  const stage = openFormatStage(deps, exchange, sink);
  const { longReplies } = generation;
  const limits = deps.replyLimits();
  const run = new ReplyRun(
    { call, caller, generations, policy, longReplies, tools, limits, stage, log },
    sink,
  );
  run.start();
  return run;
}

function takesRounds({
  builtinTools,
  mcpServers,
  contextManagement,
  responseFormat,
}: InferenceCall): boolean {
  return (
    builtinTools !== undefined ||
    mcpServers !== undefined ||
    contextManagement !== undefined ||
    responseFormat !== undefined
  );
}

function openFormatStage(
  { formatChecker: checker }: ReplyDeps,
  { call, admission, credential }: GenerationExchange,
  sink: ReplySink,
) {
  const { responseFormat: format, stream, builtinTools, mcpServers } = call;
  if (!format) return undefined;
  const ownTools = builtinTools !== undefined || mcpServers !== undefined;
  const passes = stream && !ownTools && admission.lease.keepsFormat(format, call.tools.length > 0);
  return new FormatStage({ checker, format, owner: credential.organizationId, passes }, sink);
}
