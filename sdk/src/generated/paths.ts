// Printed from the contract by `npm run generate`; change it there.

/** Where the operations are, and the flags they need. */
export const PATHS = {
  createChatCompletion: { method: 'POST', path: '/v1/chat/completions' },
  countChatCompletionTokens: { method: 'POST', path: '/v1/chat/completions/count_tokens', betas: ['chat-extensions-2026-12-01'] },
  createMessage: { method: 'POST', path: '/v1/messages' },
  createEmbeddings: { method: 'POST', path: '/v1/embeddings' },
  listModels: { method: 'GET', path: '/v1/models' },
  readModel: { method: 'GET', path: '/v1/models/{model_id}' },
  createFile: { method: 'POST', path: '/v1/files' },
  listFiles: { method: 'GET', path: '/v1/files' },
  readFile: { method: 'GET', path: '/v1/files/{file_id}' },
  deleteFile: { method: 'DELETE', path: '/v1/files/{file_id}' },
  readFileContent: { method: 'GET', path: '/v1/files/{file_id}/content' },
} as const;
