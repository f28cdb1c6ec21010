export * from './schemas/chat-chunk.ts';
export * from './schemas/chat-request.ts';
export * from './schemas/chat-response.ts';
export * from './schemas/error.ts';
export type { OutputBlock } from './schemas/message-blocks.ts';
export * from './schemas/messages-event.ts';
export * from './schemas/messages-request.ts';
export * from './schemas/messages-response.ts';
export * from './schemas/model.ts';
