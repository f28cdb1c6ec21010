export * from './schemas/chat-chunk.ts';
export * from './schemas/chat-request.ts';
export * from './schemas/chat-response.ts';
export * from './schemas/embeddings.ts';
export * from './schemas/error.ts';
export * from './schemas/model.ts';
