/** Messages: turns of typed blocks (inference contract §2.7). */
export { messagesEndpoint, type MessagesDeps, type MessagesSettings } from './messages-endpoint.ts';
export { parseMessagesRequest, type MessagesParserSettings } from './parse/parse-messages-request.ts';
export { PING } from './answer/streamed-message.ts';
