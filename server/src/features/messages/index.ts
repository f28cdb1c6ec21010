export { messagesEndpoint, type MessagesRooms, type MessagesSettings } from './messages-endpoint.ts';
export { ParseThread } from './large/parse-thread.ts';
export { PING } from './answer/streamed-message.ts';
export type { ReplyHistory } from './history/check-history.ts';
export { ReasoningKeys } from './history/reasoning-keys.ts';
export { ReasoningSignatures } from './history/reasoning-signatures.ts';
export { ReplyMarks } from './history/reply-marks.ts';
