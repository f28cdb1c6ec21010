export { chatEndpoint, type ChatSettings } from './chat-endpoint.ts';
export { KEEP_ALIVE_COMMENT, KeepAlive } from './keep-alive.ts';
