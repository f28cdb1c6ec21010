/** Chat completions, with their additions (inference contract §2.1, §4.3). */
export { answerTokenCount } from './answer-token-count.ts';
export { chatEndpoint, type ChatSettings } from './chat-endpoint.ts';
export { parseChatBody, type ChatParserSettings } from './parse-chat-body.ts';
export { countEndpoint } from './count-endpoint.ts';
export { KEEP_ALIVE_COMMENT, StreamedAnswer } from './streamed-answer.ts';
export type { AnswerForm, AnswerMessage } from './answer-form.ts';
export { newAnswerIdentity } from './answer-identity.ts';
export { Annotator } from './extended/annotator.ts';
export { parsePart, readDataUrl, readUrl } from './extended/parse-part.ts';
export { parseSeedAndPenalties } from './extended/parse-seed-and-penalties.ts';
export { toFinishReason } from './finish-reason.ts';
export { WholeAnswer } from './whole-answer.ts';
