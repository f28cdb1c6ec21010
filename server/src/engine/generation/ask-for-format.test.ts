import { describe, expect, it } from 'vitest';
import { askForFormat } from './ask-for-format.ts';
import type { FormatSupport } from '../events.ts';
import { requestOf, WEATHER_TOOL } from '../test-support/requests.ts';
import type { GenerateRequest, ResponseFormat, Turn } from '../turns.ts';

const turn = (role: Turn['role'], text: string): Turn => ({ role, blocks: [{ type: 'text', text }] });
const supports = (support: Partial<FormatSupport>) => ({
  formatSupport: () => ({ instructed: false, kept: false, ...support }),
});
const format: ResponseFormat = {
  type: 'json_schema',
  name: 'city',
  description: 'Where',
  schema: { type: 'object' },
};

function asked(request: Partial<GenerateRequest>): string[] {
  return askForFormat(requestOf({ responseFormat: format, ...request }), {}, 'm').turns.map(
    ({ role, blocks }) =>
      `${role}: ${blocks.map((block) => (block.type === 'text' ? block.text : '')).join('')}`,
  );
}

describe('askForFormat', () => {
  it('D-38 does not change a request without a form, or for an engine that tells its model', () => {
    const plain = requestOf();
    expect(askForFormat(plain, {}, 'm')).toBe(plain);
    const formed = requestOf({ responseFormat: format });
    expect(askForFormat(formed, supports({ instructed: true }), 'm')).toBe(formed);
    expect(askForFormat(formed, supports({ kept: true }), 'm')).not.toBe(formed);
  });

  it('D-38 asks in the last of the leading system turns, and adds one if there is none', () => {
    const user = turn('user', 'Hi');
    expect(asked({ turns: [user] })).toEqual([
      expect.stringMatching(/^system: Answer with JSON.*city \(Where\):\n{"type":"object"}$/s),
      'user: Hi',
    ]);
    const said = asked({
      turns: [turn('system', 'One'), turn('system', 'Two'), user, turn('system', 'Late')],
    });
    expect(said).toEqual([
      'system: One',
      expect.stringMatching(/^system: Two\n\nAnswer with JSON/),
      'user: Hi',
      'system: Late',
    ]);
    expect(asked({ turns: [turn('system', 'Only')] })).toEqual([
      expect.stringMatching(/^system: Only\n\nAnswer/),
    ]);
  });

  it('D-38 allows tool calls where the model may make some', () => {
    const object: ResponseFormat = { type: 'json_object' };
    expect(asked({ responseFormat: object, tools: [WEATHER_TOOL] })[0]).toContain(
      'Unless you call a tool, answer with one JSON object',
    );
    expect(asked({ responseFormat: object, tools: [WEATHER_TOOL], toolChoice: 'none' })[0]).toContain(
      'Answer with one JSON object',
    );
  });
});
