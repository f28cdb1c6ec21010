/** Chat completions, with their additions (inference contract §2.1, §4.3). */
export { sendTokenCount } from './send-token-count.ts';
export { chatEndpoint, type ChatSettings } from './chat-endpoint.ts';
export { parseChatBody, type ChatParserSettings } from './parse-chat-body.ts';
export { countEndpoint } from './count-endpoint.ts';
export { KEEP_ALIVE_COMMENT, StreamedCompletion } from './streamed-completion.ts';
export type { CompletionFormat, CompletionMessage } from './completion-format.ts';
export { newCompletionIdentity } from './completion-identity.ts';
export { Annotator } from './extended/annotator.ts';
export { parsePart, readDataUrl, readUrl } from './extended/parse-part.ts';
export { parseSeedAndPenalties } from './extended/parse-seed-and-penalties.ts';
export { toFinishReason } from './finish-reason.ts';
export { WholeCompletion } from './whole-completion.ts';
