import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  chunk,
  startScriptedUpstream,
  streamOf,
  textReply,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { startCompat } from './openai-fixture.ts';
import {
  askResponses,
  responsesRefusal,
  turnsSentForResponse,
  type ResponseBody,
} from './responses-fixture.ts';

let upstream: ScriptedUpstream;
let service: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await startCompat(upstream.baseUrl);
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
beforeEach(() => upstream.script(textReply('Hello.')));

type Fields = Readonly<Record<string, unknown>>;
const turns = (input: unknown, more: Fields = {}) =>
  turnsSentForResponse(service, upstream, { input, ...more });
const refusal = (fields: Fields) => responsesRefusal(service, fields);

const PNG = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA';
const user = (content: unknown) => ({ role: 'user', content });
const call = (id: string, name = 'f', more: object = {}) => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: id,
  name,
  arguments: '{}',
  status: 'completed',
  ...more,
});
const output = (id: string, text: unknown = 'x') => ({
  type: 'function_call_output',
  call_id: id,
  output: text,
});
/** As engines of this protocol are sent it. */
const sentCall = (id: string, name = 'f', args = '{}') => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});

describe('items', () => {
  it('COMPR-05 COMPG-10 COMPG-11 become turns that every engine takes', async () => {
    const sentTurns = await turns(
      [
        { type: 'message', role: 'developer', content: 'Two.' },
        { role: 'system', content: [{ type: 'input_text', text: 'Three.' }] },
        user('a'),
        user([{ type: 'input_text', text: 'b' }]),
        { type: 'web_search_call', id: 'ws_1' },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: '', annotations: [] }] },
        { role: 'developer', content: 'Late.' },
        { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] },
        user('c'),
      ],
      { instructions: 'One.' },
    );
    expect(sentTurns).toEqual([
      { role: 'system', content: 'One.\n\nTwo.\n\nThree.' },
      { role: 'user', content: 'a\n\nb\n\n<system-reminder>Late.</system-reminder>' },
      { role: 'assistant', content: 'No.' },
      { role: 'user', content: 'c' },
    ]);
  });

  it('COMPR-05 COMPG-13 pair calls with results, and send arguments back as they were written', async () => {
    const sentTurns = await turns([
      user('a'),
      { role: 'assistant', content: 'I look.' },
      call('1', 'f', { arguments: '{"a":' }),
      { type: 'custom_tool_call', call_id: '2', name: 'patch', input: '*** Begin' },
      { type: 'custom_tool_call_output', call_id: '2', output: [{ type: 'input_text', text: 'done' }] },
      output('1', null),
      call('3', 'spawn', { namespace: 'agents' }),
      output('3'),
    ]);
    expect(sentTurns).toEqual([
      { role: 'user', content: 'a' },
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [sentCall('1', 'f', '{"a":'), sentCall('2', 'patch', '{"input":"*** Begin"}')],
      },
      { role: 'tool', tool_call_id: '2', content: 'done' },
      { role: 'tool', tool_call_id: '1', content: '' },
      { role: 'assistant', content: null, tool_calls: [sentCall('3', 'agents__spawn')] },
      { role: 'tool', tool_call_id: '3', content: 'x' },
    ]);
    for (const wrong of [
      [call('1')],
      [call('1'), user('b')],
      [output('1')],
      [call('1'), output('1'), output('1')],
    ])
      expect(await refusal({ input: [user('a'), ...wrong] })).toBe(
        '400 invalid_request_error invalid_request input',
      );
  });

  it('COMPR-05 COMPR-06 are refused by their path where they are of another type', async () => {
    for (const type of ['file_search_call', 'mcp_call', 'computer_call', 'other'])
      expect(await refusal({ input: [user('a'), { type }] })).toBe(
        '400 invalid_request_error unsupported_value input[1].type',
      );
    const audio = { type: 'input_audio', input_audio: {} };
    expect(await refusal({ input: [user([audio])] })).toContain('invalid_request input[0].content[0]');
    expect(await refusal({ input: [{ role: 'tool', content: 'x' }] })).toContain('input[0].role');
    for (const input of [undefined, null, '', [], {}])
      expect(await refusal({ input })).toBe('400 invalid_request_error invalid_request input');
  });

  it('COMPR-06 take pictures of users, and of tools where the model sees', async () => {
    const picture = { type: 'input_image', image_url: PNG, detail: 'original' };
    expect(await turns([user([picture])])).toEqual([
      { role: 'user', content: [{ type: 'image_url', image_url: { url: PNG } }] },
    ]);
    const shown = [user('a'), call('1'), output('1', [{ type: 'input_text', text: 'Seen' }, picture])];
    expect(JSON.stringify(await turns(shown))).toContain(PNG);
    const blind = await turns(shown, { model: 'Svc Mini' });
    expect(blind.at(-1)).toEqual({
      role: 'tool',
      tool_call_id: '1',
      content: 'Seen\n[image omitted: this model reads text only]',
    });
    expect(await refusal({ model: 'Svc Mini', input: [user([picture])] })).toBe(
      '400 invalid_request_error unsupported_content input[0].content[0]',
    );
  });

  it('COMPR-06 take files as data, beside the result where a tool returned them', async () => {
    const data = `data:text/plain;base64,${Buffer.from('Fjords are deep.').toString('base64')}`;
    const file = { type: 'input_file', filename: 'a.txt', file_data: data };
    expect(JSON.stringify(await turns([user([file])]))).toContain('Fjords are deep.');
    const returned = await turns([user('a'), call('1'), output('1', [file])]);
    expect(returned.slice(-2)).toEqual([
      { role: 'tool', tool_call_id: '1', content: '' },
      { role: 'user', content: expect.stringContaining('Fjords are deep.') as string },
    ]);
    expect(await refusal({ input: [user([{ type: 'input_file', file_data: 'x' }])] })).toContain(
      'input[0].content[0].file_data',
    );
  });

  it('COMPG-06 COMPE-09 may be as many as agents send, and not many more', async () => {
    const items = (count: number) => Array.from({ length: count }, () => user('x'));
    expect((await askResponses(service, { input: items(2000) })).status).toBe(200);
    expect(await refusal({ input: items(10_001) })).toBe(
      '400 invalid_request_error array_above_max_length input',
    );
  });
});

describe('reasoning', () => {
  const THINKING = streamOf([chunk({ reasoning_content: 'Secret ö plan' }), 'So.'], { finishReason: 'stop' });

  async function signedOutput(): Promise<ResponseBody['output']> {
    upstream.script(THINKING);
    const response = await askResponses(service, {
      reasoning: { effort: 'low' },
      include: ['reasoning.encrypted_content'],
      stream: false,
    });
    return ((await response.json()) as ResponseBody).output;
  }
  const goOn = (items: readonly object[]) =>
    turns([user('Hi'), ...items, user('Why?')], { reasoning: { effort: 'low' } });
  const assistant = (messages: unknown[]) =>
    messages.filter((message) => (message as { role: string }).role === 'assistant');

  it('COMPR-09 COMPG-12 goes back to the model where its seal is genuine, and is left out where it is not', async () => {
    const [thought, text] = await signedOutput();
    expect(thought).toMatchObject({ type: 'reasoning', summary: [] });
    const seal = String(thought!['encrypted_content']);
    expect(seal).toMatch(/^svc1\.[\w-]+\.v1\./);
    upstream.script(textReply('Because.'));
    expect(JSON.stringify(assistant(await goOn([thought!, text!])))).toContain('Secret ö plan');
    const forged = seal.replace(/^svc1\.[\w-]+/, `svc1.${Buffer.from('Other plan').toString('base64url')}`);
    for (const encrypted_content of [forged, `${seal}x`, 'gAAAAB', 'svc1.', null, undefined])
      expect(assistant(await goOn([{ ...thought, encrypted_content }, text!]))).toEqual([
        { role: 'assistant', content: 'So.' },
      ]);
  });
});
