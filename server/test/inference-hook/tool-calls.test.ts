import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { textReply, toolCalls } from '#test-kit';
import { askRefused, askStream, askWhole } from '../messages/ask.ts';
import { TOOL_USAGE } from '../tools/tools-fixture.ts';
import type { Question } from './hook-server.ts';
import { auditEvents, setHook, startPolicyFixture, type PolicyFixture } from './policy-fixture.ts';

let fixture: PolicyFixture;
beforeAll(async () => {
  fixture = await startPolicyFixture();
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  fixture.hook.reply({ action: 'allow' });
  await setHook(fixture.service, fixture.hook.url);
  fixture.hook.take();
});

/** Denies questions about which `matches` is true. */
function denyWhere(matches: (question: Question) => boolean): void {
  fixture.hook.reply((response, question) => {
    const verdict = matches(question) ? { action: 'deny', message: 'Not this one.' } : { action: 'allow' };
    response.end(JSON.stringify(verdict));
  });
}

it('POLICY-18 is asked before a tool on our side runs, with its input', async () => {
  const { service, hook } = fixture;
  fixture.callThenReply('site__echo', { text: 'hello' }, 'they said it');
  await askWhole(service, fixture.servers());
  const questions = hook.take().map((question) => question.body);
  expect(questions.map(({ type }) => type)).toEqual(['prompt', 'tool_call', 'prompt']);
  expect(questions[1].tool).toEqual({ name: 'site__echo', kind: 'mcp', input: { text: 'hello' } });
  // The prompt of the second model request holds the result of the tool.
  expect(JSON.stringify(questions[2].messages)).toContain('said hello');
  expect(questions[2].tools).toContain('site__echo');
});

it('POLICY-18 a denied tool does not run, the model is told why, and the turn goes on', async () => {
  const { service } = fixture;
  denyWhere(({ body }) => body.type === 'tool_call');
  fixture.callThenReply('site__echo', { text: 'hello' }, 'I may not');
  const message = await askWhole(service, fixture.servers());
  expect(message.content).toEqual([{ type: 'text', text: 'I may not' }]);
  expect(message.usage.server_tool_use).toBeUndefined();
  expect(fixture.lastMessages()).toContain('Not this one.');
  expect(fixture.lastMessages()).not.toContain('said hello');
  const [event] = await auditEvents(service, 'inference_hook.denied');
  expect(event.details).toEqual({ method: 'POST', path: '/v1/messages', tool: 'site__echo' });
});

it('POLICY-18 functions that the caller runs are not asked about', async () => {
  const { service, hook, upstream } = fixture;
  upstream.script(toolCalls([{ name: 'look_up', arguments: '{}' }], { usage: TOOL_USAGE }));
  const message = await askWhole(service, { tools: [{ type: 'function', function: { name: 'look_up' } }] });
  expect(message.stop_reason).toBe('tool_call');
  expect(hook.take().map(({ body }) => body.type)).toEqual(['prompt']);
});

it('POLICY-18 is asked only about what it wants to be asked about', async () => {
  const { service, hook } = fixture;
  await setHook(service, hook.url, { events: ['tool_call'] });
  fixture.callThenReply('site__echo', { text: 'hello' });
  await askWhole(service, fixture.servers());
  expect(hook.take().map(({ body }) => body.type)).toEqual(['tool_call']);
  await setHook(service, hook.url, { events: ['prompt'] });
  await askWhole(service, fixture.servers());
  expect(hook.take().map(({ body }) => body.type)).toEqual(['prompt', 'prompt']);
});

it('POLICY-18 a later prompt that is denied ends the reply, whole and streamed', async () => {
  const { service } = fixture;
  fixture.callThenReply('svc_web_fetch', { url: fixture.articleUrl });
  denyWhere(({ text }) => text.includes('Sognefjord'));
  const tools = { tools: [{ type: 'svc_web_fetch' }] };
  expect(await askRefused(service, tools)).toMatchObject({ status: 403, code: 'policy_denied' });
  const { message, events } = await askStream(service, tools).catch(() => ({
    message: undefined,
    events: [],
  }));
  expect(message?.content ?? []).toEqual([]);
  expect(JSON.stringify(events)).not.toContain('Sognefjord');
});

it('POLICY-14 without a verdict about a tool, a reply that needs one ends', async () => {
  const { service, hook, upstream } = fixture;
  await setHook(service, hook.url, { on_failure: 'deny' });
  hook.reply((response, { body }) => {
    if (body.type === 'tool_call') response.writeHead(500).end();
    else response.end('{"action":"allow"}');
  });
  fixture.callThenReply('site__echo', { text: 'hello' });
  expect(await askRefused(service, fixture.servers())).toMatchObject({
    status: 503,
    code: 'policy_unavailable',
  });
  upstream.script(textReply('fine'));
});
