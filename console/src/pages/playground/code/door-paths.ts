import type { Door } from './door.ts';

/** Where each door takes a call. */
export const PATHS: Readonly<Record<Door, string>> = {
  messages: '/v1/messages',
  chat: '/v1/chat/completions',
  openai: '/compat/openai/v1/chat/completions',
  anthropic: '/compat/anthropic/v1/messages',
};

/** The address that clients of the vendor are given. */
export const BASE_PATHS = { openai: '/compat/openai/v1', anthropic: '/compat/anthropic' } as const;
