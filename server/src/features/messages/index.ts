/** Messages: turns of typed blocks (inference contract §2.7). */
export { messagesEndpoint, type MessagesRooms, type MessagesSettings } from './messages-endpoint.ts';
export { ParseThread } from './large/parse-thread.ts';
export { PING } from './answer/streamed-message.ts';
