export { chatEndpoint, type ChatSettings } from './chat-endpoint.ts';
export { KeepAlive } from './keep-alive.ts';
