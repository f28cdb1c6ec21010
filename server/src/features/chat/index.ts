/** Chat completions, with their additions (inference contract §2.1, §4.3). */
export { answerTokenCount } from './answer-token-count.ts';
export { chatEndpoint, type ChatSettings } from './chat-endpoint.ts';
export { parseChatBody, type ChatParserSettings } from './parse-chat-body.ts';
export { countEndpoint } from './count-endpoint.ts';
export { KEEP_ALIVE_COMMENT } from './streamed-answer.ts';
