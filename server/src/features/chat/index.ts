export { answerTokenCount } from './answer-token-count.ts';
export { chatEndpoint, type ChatSettings } from './chat-endpoint.ts';
export { KEEP_ALIVE_COMMENT } from './streamed-answer.ts';
