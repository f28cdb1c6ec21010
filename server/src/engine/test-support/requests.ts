import type { GenerateRequest } from '../turns.ts';

/** A small request with the overrides that the test is about. */
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

/** A tool for requests that need one. */
export const WEATHER_TOOL = {
  name: 'weather',
  description: 'Looks it up',
  parameters: { type: 'object', properties: {} },
};
