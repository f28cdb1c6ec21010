import { blockCharacters, type Block, type FunctionTool } from '#engine';
import type { EarlierReply, InferenceCall, McpServer, PendingContent, PromptVariable } from '#exchange';
import { decodeBase64, Secret } from '#kit';
import type { DividedBody } from './body-slices.ts';

const LONG_CHARACTERS = 102_400;

/**
 * A call without the contents of its lists. Secrets cannot be passed between threads, so `tokens` holds those
 * of its servers.
 */
interface CallFrame {
  readonly call: InferenceCall;
  readonly tokens?: readonly (string | undefined)[];
}

/**
 * The lists: the tools, the content still to be fetched, the earlier replies, the variables of a prompt, then
 * the blocks of each turn.
 */
export function divideCall({
  mcpServers,
  tools,
  pending,
  earlierReplies,
  prompt,
  ...call
}: InferenceCall): DividedBody {
  const emptied = {
    ...call,
    turns: call.turns.map(({ role }) => ({ role, blocks: [] })),
    tools: [],
    ...(pending ? { pending: [] } : {}),
    ...(earlierReplies ? { earlierReplies: [] } : {}),
    ...(prompt ? { prompt: { ...prompt, variables: [] } } : {}),
  };
  const frame: CallFrame = mcpServers
    ? {
        call: {
          ...emptied,
          mcpServers: mcpServers.map(({ authorizationToken: _token, ...server }) => server),
        },
        tokens: mcpServers.map(({ authorizationToken }) => authorizationToken?.reveal()),
      }
    : { call: emptied };
  return {
    frame,
    lists: [
      tools,
      (pending ?? []).map(preparePending),
      earlierReplies ?? [],
      prompt?.variables ?? [],
      ...call.turns.map(({ blocks }) => blocks.map(prepareBlock)),
    ],
  };
}

export function joinCall({ frame, lists }: DividedBody): InferenceCall {
  const { call, tokens } = frame as CallFrame;
  const [tools, pending, earlierReplies, variables, ...blocks] = lists as [
    FunctionTool[],
    PendingContent[],
    EarlierReply[],
    PromptVariable[],
    ...Block[][],
  ];
  return {
    ...call,
    turns: call.turns.map(({ role }, i) => ({ role, blocks: blocks[i]! })),
    tools,
    ...(call.pending ? { pending } : {}),
    ...(call.earlierReplies ? { earlierReplies } : {}),
    ...(call.prompt ? { prompt: { ...call.prompt, variables } } : {}),
    ...(tokens
      ? { mcpServers: (call.mcpServers ?? []).map((server, i) => withToken(server, tokens[i])) }
      : {}),
  };
}

function withToken(server: McpServer, token: string | undefined): McpServer {
  return token === undefined ? server : { ...server, authorizationToken: new Secret(token) };
}

/** Counts long texts, and decodes what stands in the body as base64, so that neither is left to the thread that takes the call over. */
function prepareBlock(block: Block): Block {
  if (block.type !== 'text' || block.text.length < LONG_CHARACTERS) return block;
  const known = { characters: block.text.length, bytes: Buffer.byteLength(block.text) };
  return { ...block, known };
}

function preparePending(content: PendingContent): PendingContent {
  const { source } = content;
  if (source.type !== 'base64' || typeof source.data !== 'string' || source.data.length < LONG_CHARACTERS)
    return content;
  return { ...content, source: { ...source, data: decodeBase64(source.data) } };
}

function toolCharacters({ description = '', parameters }: FunctionTool): number {
  return description.length + (parameters === undefined ? 0 : JSON.stringify(parameters).length);
}

/** The number of text characters in an item. */
export function charactersOfPart(
  item: Block | FunctionTool | PendingContent | EarlierReply | PromptVariable,
): number {
  if ('value' in item) return item.value.length;
  if ('name' in item && !('type' in item)) return toolCharacters(item);
  if ('type' in item) return blockCharacters(item);
  // Decoded bytes are handed over, not copied.
  if ('source' in item)
    return item.source.type === 'base64' && typeof item.source.data === 'string'
      ? item.source.data.length
      : 0;
  return 0;
}
