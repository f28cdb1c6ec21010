import type { valueNames } from '../strings/value-names.ts';
import type { CompatVendor } from './compat.ts';

interface Endpoint {
  readonly path: string;
  /** The address that clients of a vendor are given. */
  readonly basePath?: string;
  /** Whose clients it is for, where it is not the service's own. */
  readonly vendor?: CompatVendor;
}

/** Where a model that writes text is called, by the format of its API. */
export const API_FORMATS = {
  messages: { path: '/v1/messages' },
  chat: { path: '/v1/chat/completions' },
  openai: {
    path: '/compat/openai/v1/chat/completions',
    basePath: '/compat/openai/v1',
    vendor: 'openai',
  },
  anthropic: {
    path: '/compat/anthropic/v1/messages',
    basePath: '/compat/anthropic',
    vendor: 'anthropic',
  },
} as const satisfies Readonly<Record<ApiFormat, Endpoint>>;

export type ApiFormat = keyof typeof valueNames.apiFormats;

export const API_FORMAT_NAMES = Object.keys(API_FORMATS) as readonly ApiFormat[];
