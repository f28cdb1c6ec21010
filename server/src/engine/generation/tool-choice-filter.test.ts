import { describe, expect, it } from 'vitest';
import type { EngineEvent } from '../events.ts';
import { RecordingSink } from '../test-support/recording-sink.ts';
import { enforceToolChoice } from './tool-choice-filter.ts';
import type { ToolChoice } from '../turns.ts';

const CALLS: EngineEvent[] = [
  { type: 'text', text: 'so' },
  { type: 'tool_call_start', call: 0, id: 'a', name: 'f' },
  { type: 'tool_call_start', call: 1, id: 'b', name: 'g' },
  { type: 'tool_call_delta', call: 0, arguments: '1' },
  { type: 'tool_call_delta', call: 1, arguments: '2' },
  { type: 'stop', reason: 'tool_call' },
];

function filtered(toolChoice: ToolChoice, events = CALLS, parallelToolCalls = true): EngineEvent[] {
  const sink = new RecordingSink();
  const filter = enforceToolChoice({ tools: [], toolChoice, parallelToolCalls }, sink);
  for (const event of events) filter.event(event);
  filter.end();
  expect(sink.ended).toBe(true);
  return sink.events;
}

describe('enforceToolChoice', () => {
  it('costs nothing if every call is allowed', () => {
    const sink = new RecordingSink();
    for (const toolChoice of ['auto', 'any'] as const)
      expect(enforceToolChoice({ tools: [{ name: 'f' }], toolChoice }, sink)).toBe(sink);
  });

  it('passes no call with none', () => {
    expect(filtered('none')).toEqual([
      { type: 'text', text: 'so' },
      { type: 'stop', reason: 'end_turn' },
    ]);
  });

  it('passes calls of the named tool only, numbered from 0', () => {
    expect(filtered({ name: 'g' })).toEqual([
      { type: 'text', text: 'so' },
      { type: 'tool_call_start', call: 0, id: 'b', name: 'g' },
      { type: 'tool_call_delta', call: 0, arguments: '2' },
      { type: 'stop', reason: 'tool_call' },
    ]);
    expect(filtered({ name: 'h' }).at(-1)).toEqual({ type: 'stop', reason: 'end_turn' });
  });

  it('leaves other stop reasons unchanged', () => {
    expect(filtered('none', [{ type: 'stop', reason: 'max_tokens' }])).toEqual([
      { type: 'stop', reason: 'max_tokens' },
    ]);
  });

  it('MSG-17 passes only the first allowed call without parallel calls', () => {
    const started = (choice: ToolChoice) =>
      filtered(choice, CALLS, false).flatMap((event) => (event.type === 'tool_call_start' ? [event.id] : []));
    expect([started('auto'), started('any'), started({ name: 'g' }), started('none')]).toEqual([
      ['a'],
      ['a'],
      ['b'],
      [],
    ]);
    expect(filtered('auto', CALLS, false)).toEqual([CALLS[0], CALLS[1], CALLS[3], CALLS[5]]);
  });
});
