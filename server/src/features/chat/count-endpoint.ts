import type { ModelEndpoint } from '#exchange';

/** Chat as a count reads it (D-36). */
export function countEndpoint(chat: ModelEndpoint, bodyLimitBytes: () => number): ModelEndpoint {
  return {
    ...chat,
    bodyLimitBytes,
    parser(exchange) {
      const { name, settings } = chat.parser(exchange);
      return { name, settings: { ...settings, counted: true } };
    },
  };
}
