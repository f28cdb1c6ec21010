/** What chat and messages have in common: their parts, and the checks of earlier replies. */
export { checkMcpServers } from './check-mcp-servers.ts';
export { checkHistory, type ReplyHistory } from './history/check-history.ts';
export { modelNumber, ReasoningSignatures } from './history/reasoning-signatures.ts';
export { ReplySignature } from './history/reply-signature.ts';
export { need, newCallParts, placedParts, resetAtCompaction, type CallParts } from './parse/call-parts.ts';
export { conversationLimits, type ConversationLimits } from './parse/conversation-limits.ts';
export { checkCitations } from './parse/check-citations.ts';
export { declaredTools, type DeclaredTools } from './parse/declared-tools.ts';
export * from './parse/fields.ts';
export { parseDocument, parseImage } from './parse/parse-media.ts';
export {
  countDocument,
  countImage,
  addDocument,
  addImage,
  type MediaLocation,
  type MediaSource,
} from './parse/pending-media.ts';
export { strictnessProblem } from './parse/check-strict-schema.ts';
export { parseFormatAndContext } from './parse/parse-format-and-context.ts';
export { parseJsonSchema, parseResponseFormat, schemaProblem } from './parse/parse-response-format.ts';
export {
  isLonger,
  parseMetadata,
  parsePromptCacheKey,
  parseReasoningEffort,
  parseSampling,
  parseStopSequences,
} from './parse/parse-options.ts';
export { moveTurns, parsePrompt } from './parse/parse-prompt.ts';
export { parseBuiltinTool } from './parse/parse-builtin-tool.ts';
export { parametersAsSent } from './parse/parameters-as-sent.ts';
export { parseTools } from './parse/parse-tools.ts';
export { remainingCharacters } from './parse/remaining-characters.ts';
export { remainingJsonValues } from './parse/remaining-json-values.ts';
export { withIdentity } from './parse/with-identity.ts';
export { SignedReplies } from './signed/signed-replies.ts';
export { resolvePending, type ContentDeps } from './resolve-pending.ts';
export { conversationModule } from './conversation-module.ts';
export { openConversation } from './open-conversation.ts';
