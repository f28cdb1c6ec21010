import {
  countPromptTokens,
  type AppliedEdit,
  type ServerToolKind,
  type ServerToolUse,
  type StopReason,
  type TokenUsage,
} from '#engine';
import type { Exchange, Parsed, Reserved, Selected } from '#exchange';
import { newId } from '#kit';
import type { ContextManagementReport, MessageUsage } from '@svc/contract';

/** Prompts up to here are counted for `message_start`; of others it says an estimate. The end says what the engine counted. */
const COUNTED_BYTES = 8192;
const BYTES_PER_TOKEN = 4;

/** What is known of a message before it is written. */
export interface MessageHead {
  readonly id: string;
  readonly type: 'message';
  readonly role: 'assistant';
  /** The public id of the model that answers. */
  readonly model: string;
}

export function newMessageHead({ receivedAtMs, admission }: Exchange & Selected): MessageHead {
  return { id: newId('msg_', receivedAtMs), type: 'message', role: 'assistant', model: admission.model.id };
}

/** Headers of a successful answer beside the request ids (MSG-51, D-92). */
export function messageHeaders({ admission, version }: Exchange & Reserved): string[] {
  return [
    'x-svc-billing-source',
    admission.reservation.source,
    ...(version === undefined ? [] : ['svc-version', version]),
  ];
}

export function toMessageUsage(usage: TokenUsage): MessageUsage {
  return {
    input_tokens: usage.inputTokens,
    cached_input_tokens: usage.cachedInputTokens,
    output_tokens: usage.outputTokens,
    reasoning_tokens: usage.reasoningTokens,
    ...(usage.serverToolUse ? { server_tool_use: toServerToolUse(usage.serverToolUse) } : {}),
  };
}

/** The usage field that counts each kind of tool. */
const USE_FIELDS: Readonly<Record<ServerToolKind, keyof NonNullable<MessageUsage['server_tool_use']>>> = {
  web_search: 'web_search_requests',
  web_fetch: 'web_fetch_requests',
  mcp: 'mcp_tool_calls',
};
const TOOL_KINDS = Object.keys(USE_FIELDS) as ServerToolKind[];

/** Only what ran (D-41). */
function toServerToolUse(uses: ServerToolUse): MessageUsage['server_tool_use'] {
  return Object.fromEntries(
    TOOL_KINDS.filter((kind) => uses[kind]).map((kind) => [USE_FIELDS[kind], uses[kind]]),
  );
}

/** What a reply says of context management: nothing where nothing was done (D-39). */
export function toReport(applied: readonly AppliedEdit[]): { context_management?: ContextManagementReport } {
  if (applied.length === 0) return {};
  const edits = applied.map(({ type, clearedInputTokens }) => ({
    type,
    cleared_input_tokens: clearedInputTokens,
  }));
  return { context_management: { applied_edits: edits } };
}

/** Input tokens before the engine has counted them. */
export function expectedInputTokens({ call, admission }: Parsed & Selected): number {
  const { promptTokens, promptBytes, maxOutputTokens } = admission;
  if (promptTokens !== undefined) return promptTokens;
  return promptBytes <= COUNTED_BYTES
    ? countPromptTokens({ ...call, maxOutputTokens })
    : Math.ceil(promptBytes / BYTES_PER_TOKEN);
}

/** Reasons by which a reply is whole; with any other it was cut, and a call in it may be. */
export function isWhole(reason: StopReason): boolean {
  return reason === 'end_turn' || reason === 'tool_call';
}
