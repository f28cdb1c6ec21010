import type { GenerateRequest } from '../turns.ts';

/** A small request, with what the test is about. */
export function requestOf(overrides: Partial<GenerateRequest> = {}): GenerateRequest {
  return {
    turns: [{ role: 'user', blocks: [{ type: 'text', text: 'Hi' }] }],
    tools: [],
    toolChoice: 'auto',
    maxOutputTokens: 100,
    stream: true,
    ...overrides,
  };
}

/** One tool, for requests that need some. */
export const WEATHER_TOOL = {
  name: 'weather',
  description: 'Looks it up',
  parameters: { type: 'object', properties: {} },
};
