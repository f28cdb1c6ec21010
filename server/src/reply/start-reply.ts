import type { EngineRun, Generation } from '#engine';
import type { Exchange, InferenceCall, ReplySink } from '#exchange';
import type { Log } from '#kit';
import { Generations } from './generations.ts';
import { openWithSummary } from './open-with-summary.ts';
import { ReplyRun, type ReplyLimits } from './reply-run.ts';
import type { ToolSource } from './server-tool.ts';

export interface ReplyRooms {
  readonly generation: Generation;
  readonly tools: ToolSource;
  readonly replyLimits: () => ReplyLimits;
  readonly log: Log;
}

/** Answers an admitted call: by one generation where that is all it can take, else by as many as it needs. */
export function startReply(rooms: ReplyRooms, { call: asked, admission, credential }: Exchange, sink: ReplySink): EngineRun {
  const { generation, tools, log } = rooms;
  const { maxOutputTokens, model } = admission;
  const lease = admission.lease!;
  const call = openWithSummary(asked);
  if (!takesRounds(call)) return generation.run(lease, { ...call, maxOutputTokens }, sink);
  const { organizationId, workspaceId } = credential;
  const generations = new Generations({ generation, model, organizationId, lease, stream: call.stream, maxOutputTokens });
  const run = new ReplyRun({ call, caller: { organizationId, workspaceId }, generations, tools, limits: rooms.replyLimits(), log }, sink);
  run.start();
  return run;
}

function takesRounds({ builtinTools, mcpServers, contextManagement }: InferenceCall): boolean {
  return builtinTools !== undefined || mcpServers !== undefined || contextManagement !== undefined;
}
