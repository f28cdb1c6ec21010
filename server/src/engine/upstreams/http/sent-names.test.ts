import { describe, expect, it } from 'vitest';
import { requestOf } from '../../test-support/requests.ts';
import type { GenerateRequest } from '../../turns.ts';
import { nameForEngine, OPENAI_NAMES, USUAL_NAMES } from './sent-names.ts';

function requestWith(name: string, id: string): GenerateRequest {
  return requestOf({
    tools: [{ name }, { name: 'fine' }],
    toolChoice: { name },
    turns: [
      { role: 'user', blocks: [{ type: 'text', text: `Use ${name}.` }] },
      { role: 'assistant', blocks: [{ type: 'tool_call', id, name, arguments: `{"n":"${name}"}` }] },
      { role: 'user', blocks: [{ type: 'tool_result', callId: id, text: name }] },
    ],
  });
}

/** Every place of a request that holds a tool's name, and every one that holds a call's id. */
function placesOf({ tools, toolChoice, turns }: GenerateRequest) {
  const blocks = turns.flatMap((turn) => turn.blocks);
  const calls = blocks.filter((block) => block.type === 'tool_call');
  const results = blocks.filter((block) => block.type === 'tool_result');
  return {
    names: [
      tools[0]?.name,
      typeof toolChoice === 'object' && toolChoice.name,
      ...calls.map(({ name }) => name),
    ],
    ids: [...calls.map(({ id }) => id), ...results.map(({ callId }) => callId)],
  };
}

describe('tool names and call ids that an engine refuses (D-ENG-19)', () => {
  it.each([
    ['db.query', OPENAI_NAMES],
    ['a'.repeat(65), OPENAI_NAMES],
    ['wetter für morgen', OPENAI_NAMES],
    ['工具', OPENAI_NAMES],
    ['mcp://server/tool', OPENAI_NAMES],
    ['', OPENAI_NAMES],
    ['2nd_tool', USUAL_NAMES],
    ['-tool', USUAL_NAMES],
    ['a'.repeat(65), USUAL_NAMES],
  ])('sends %s under one name that it accepts, in every place', (name, patterns) => {
    const { request, callerNames } = nameForEngine(requestWith(name, 'call_1'), patterns);
    const { names } = placesOf(request);
    const [sent = ''] = [...new Set(names)].map(String);
    expect(new Set(names).size).toBe(1);
    expect(sent).toMatch(USUAL_NAMES.toolName);
    expect(callerNames?.get(sent)).toBe(name);
    expect(request.tools[1]?.name).toBe('fine');
    // What a conversation says stays as it was.
    expect(request.turns[0]).toEqual({ role: 'user', blocks: [{ type: 'text', text: `Use ${name}.` }] });
    expect(request.turns[2]?.blocks).toMatchObject([{ text: name }]);
    expect(request.turns[1]?.blocks).toMatchObject([{ arguments: `{"n":"${name}"}` }]);
  });

  it.each(['f:0', 'toolu.1', 'x'.repeat(65), 'Ä', ''])(
    'sends the call id %s as one that it accepts',
    (id) => {
      const { request, callerNames } = nameForEngine(requestWith('look_up', id));
      const { ids, names } = placesOf(request);
      expect(new Set(ids).size).toBe(1);
      expect(ids[0]).toMatch(/^[A-Za-z0-9_-]{1,40}$/);
      expect(names).toEqual(['look_up', 'look_up', 'look_up']);
      expect(callerNames).toBeUndefined();
    },
  );

  it.each([
    ['look_up', 'call_1', OPENAI_NAMES],
    ['2-nd', 'call-1', OPENAI_NAMES],
    ['_'.repeat(64), 'c'.repeat(64), USUAL_NAMES],
  ])('leaves %s and %s as they are', (name, id, patterns) => {
    const request = requestWith(name, id);
    const named = nameForEngine(request, patterns);
    expect(named.request).toBe(request);
    expect(named.callerNames).toBeUndefined();
  });

  it('sends the same name in every round, whatever else is there', () => {
    const first = nameForEngine(requestOf({ tools: [{ name: 'db.query' }] }));
    const later = nameForEngine(
      requestOf({ tools: [{ name: 'db query' }, { name: 'new.tool' }, { name: 'db.query' }] }),
    );
    expect(later.request.tools[2]?.name).toBe(first.request.tools[0]?.name);
    expect(new Set(later.request.tools.map(({ name }) => name)).size).toBe(3);
  });

  it('never sends a name that another tool of the request has', () => {
    const [taken = { name: '' }] = nameForEngine(requestOf({ tools: [{ name: 'db.query' }] })).request.tools;
    const { request, callerNames } = nameForEngine(requestOf({ tools: [{ name: 'db.query' }, taken] }));
    const [sent, other] = request.tools.map(({ name }) => name);
    expect(other).toBe(taken.name);
    expect(sent).not.toBe(other);
    expect(callerNames).toEqual(new Map([[sent, 'db.query']]));
  });

  it('leaves a name that two requests share alone in the other one', () => {
    const request = requestWith('db.query', 'call_1');
    const before = structuredClone(request);
    nameForEngine(request);
    expect(request).toEqual(before);
  });
});
