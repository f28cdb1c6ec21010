import { ApiError } from '@svc/contract';
import {
  countPromptTokensInBackground,
  EngineFault,
  promptBytes,
  type AppliedEdit,
  type Conversation,
} from '#engine';
import type { ContextManagement, InferenceCall, ReplySink } from '#exchange';
import { clearToolResults } from './clear-tool-results.ts';
import { fromSummary, summaryRequest } from './compaction.ts';
import type { ReplyParts } from './reply-run.ts';
import { SummarySink } from './summary-sink.ts';

/** The conversation as it is to be answered, and what was done to it (D-39). */
export interface EditedContext {
  readonly conversation: Conversation;
  readonly applied: readonly AppliedEdit[];
  /** The caller wants to look at the summary first. */
  readonly pause?: true;
}

/** A last question up to this share of the trigger stays beside the summary. */
const KEPT_SHARE = 0.1;

/** Results first, as they are the cheaper loss; a summary only where that was not enough. */
export async function editContext(parts: ReplyParts, sink: ReplySink): Promise<EditedContext> {
  const { call, caller } = parts;
  const { organizationId: tenant } = caller;
  const { compact } = call.contextManagement ?? {};
  const { conversation, edit } = await clearResults(call, tenant);
  const applied: AppliedEdit[] = edit ? [edit] : [];
  let tokens: number;
  if (
    !compact ||
    (tokens = await tokensFrom(conversation, compact.triggerTokens, tenant)) < compact.triggerTokens
  )
    return { conversation, applied };
  const summary = await summarise(parts, conversation, compact, sink);
  if (summary === undefined) return { conversation, applied };
  const shortened = fromSummary(conversation, summary, Math.floor(compact.triggerTokens * KEPT_SHARE));
  const left = await countTokens(shortened, tenant);
  applied.push({ type: 'compact', clearedInputTokens: Math.max(0, tokens - left) });
  return compact.pauseAfter
    ? { conversation: shortened, applied, pause: true }
    : { conversation: shortened, applied };
}

/** The conversation without old results of tools, where they are to go, and what that saved. `tenant`: whose turn it is to count. */
export async function clearResults(
  call: InferenceCall,
  tenant: string,
): Promise<{ readonly conversation: Conversation; readonly edit?: AppliedEdit }> {
  const clearing = call.contextManagement?.clearToolResults;
  if (!clearing) return { conversation: call };
  const tokens = await tokensFrom(call, clearing.triggerTokens, tenant);
  const turns = tokens < clearing.triggerTokens ? undefined : clearToolResults(call.turns, clearing);
  if (!turns) return { conversation: call };
  const conversation = { ...call, turns };
  const clearedInputTokens = Math.max(0, tokens - (await countTokens(conversation, tenant)));
  return { conversation, edit: { type: 'clear_tool_results', clearedInputTokens } };
}

/**
 * Undefined where the model wrote none: then the conversation is answered as it is. Where the summary is all that is
 * wanted, throws 400 if the prompt leaves no room for it, and a fault if there is none.
 */
async function summarise(
  { generations, limits }: ReplyParts,
  conversation: Conversation,
  { instructions, isRequired }: NonNullable<ContextManagement['compact']>,
  sink: ReplySink,
): Promise<string | undefined> {
  const writing = new SummarySink(sink);
  const generated = await generations.generateAside(
    summaryRequest(conversation, instructions),
    limits.compactionTokens,
    writing,
  );
  if (typeof generated !== 'string' && generated.fault) throw generated.fault;
  const { text } = writing;
  if (text !== '') return text;
  if (!isRequired) return undefined;
  if (typeof generated !== 'string' && generated.stop === 'content_filter') throw filtered();
  throw typeof generated === 'string'
    ? new ApiError('context_length_exceeded', { param: 'messages' })
    : new EngineFault('broken');
}

/** Without a reply that could have an outcome, a filtered prompt is a request that was refused. */
function filtered(): EngineFault {
  return new EngineFault('status', { status: 400, refusal: { reason: 'content_filter' } });
}

/** The prompt's tokens, counted only where its bytes say that it may have as many as `trigger`. */
async function tokensFrom(conversation: Conversation, trigger: number, tenant: string): Promise<number> {
  return promptBytes(conversation) < trigger ? 0 : countTokens(conversation, tenant);
}

async function countTokens(conversation: Conversation, tenant: string): Promise<number> {
  return countPromptTokensInBackground({ ...conversation, maxOutputTokens: 1, stream: false }, tenant);
}
