import type { Message } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  chunk,
  httpSite,
  oneOrganization,
  pdf,
  startRunningService,
  startScriptedUpstream,
  streamOf,
  textReply,
  toolCalls,
  type TestSite,
  type RunningService,
  type ScriptedRequest,
  type ScriptedUpstream,
} from '#test-kit';
import { ableModel, askRefused, askStream, askWhole } from './messages/ask.ts';

let upstream: ScriptedUpstream;
let service: RunningService;
let sandbox: RunningService;
let site: TestSite;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  const { models, ...deployment } = ableModel(upstream.baseUrl) as { models: { capabilities: object }[] };
  const citing = models.map((model) => ({
    ...model,
    capabilities: { ...model.capabilities, citations: true, server_tools: ['svc_web_fetch'] },
  }));
  // Plain HTTP is allowed only for addresses that the operator allowed.
  const network = { allow_private_targets: ['127.0.0.1'] };
  site = await httpSite((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else response.setHeader('content-type', 'text/html').end(`<title>Cities</title><p>${SENTENCES[2]}</p>`);
  });
  [service, sandbox] = await Promise.all([
    startRunningService({
      deployment: { ...deployment, network, models: citing },
      provisioning: oneOrganization(),
    }),
    startRunningService({ provisioning: oneOrganization() }),
  ]);
});
afterAll(async () => {
  await Promise.all([service.stop(), sandbox.stop()]);
  await Promise.all([upstream.close(), site.close()]);
});

const SENTENCES = [
  'Oslo 🇳🇴 is the capital, and it has been that for a very long time.\r\n',
  'Bergen lies to the west of it, between seven mountains and the sea. ',
  'Tromsø is far in the north 🌌, where the sun does not set in summer.',
];
const TEXT = SENTENCES.join('');
const PAGES = ['First page', 'Second page'];

const source = (mediaType: string, bytes: Buffer) => ({
  type: 'base64',
  media_type: mediaType,
  data: bytes.toString('base64'),
});
const document = (of: object, more: object = {}) => ({
  type: 'document',
  source: of,
  citations: { enabled: true },
  ...more,
});
const plain = document(source('text/plain', Buffer.from(TEXT)), { title: 'Cities' });
const paged = document(source('application/pdf', pdf(PAGES)));
const asked = { role: 'user', content: [plain, paged, { type: 'text', text: 'Where is it light?' }] };

const usage = { prompt_tokens: 50, completion_tokens: 9 };
/** Streamed in these chunks, or whole. */
const engineSays = (...chunks: string[]): void => upstream.script(textReply(chunks, { usage }));

const start = Array.from(SENTENCES[0]! + SENTENCES[1]!).length;
const NORTH = {
  type: 'char_location',
  cited_text: SENTENCES[2],
  document_index: 0,
  document_title: 'Cities',
  file_id: null,
  start_char_index: start,
  end_char_index: start + Array.from(SENTENCES[2]!).length,
};
const SECOND_PAGE = {
  type: 'page_location',
  cited_text: 'Second page',
  document_index: 1,
  document_title: null,
  file_id: null,
  start_page_number: 2,
  end_page_number: 3,
};
const CITED: Message['content'] = [
  { type: 'text', text: 'In Tromsø.', citations: [NORTH, SECOND_PAGE] as never },
  { type: 'text', text: ' I think.' },
];

it('MSG-27 D-42 a reply cites the source of each of its texts, streamed and whole', async () => {
  engineSays('In Trom', 'sø. [', '[c0.', '2]][[c1.1', ']] I', ' think.');
  const whole = await askWhole(service, { messages: [asked] });
  expect(whole.content).toEqual(CITED);
  expect(Array.from(TEXT).slice(NORTH.start_char_index, NORTH.end_char_index).join('')).toBe(
    NORTH.cited_text,
  );
  const { message, events } = await askStream(service, { messages: [asked] });
  expect(message!.content).toEqual(CITED);
  // MSG-55, MSG-56
  const deltas = events.flatMap((event) => (event.type === 'block_delta' ? [event.delta] : []));
  expect(deltas.filter(({ type }) => type === 'citation_delta')).toEqual(
    [NORTH, SECOND_PAGE].map((citation) => ({ type: 'citation_delta', citation })),
  );
  // Marks are the engine's output; quotes are not billed.
  expect([whole.usage, message!.usage].map(({ output_tokens: tokens }) => tokens)).toEqual([9, 9]);
});

it('MSG-29 D-42 the engine reads documents in numbered passages, with the instruction to cite', async () => {
  engineSays('ok');
  await askWhole(service, { messages: [asked], system: 'be brief' });
  const messages = upstream.requests.at(-1)!.body['messages'] as { role: string; content: string }[];
  const [, brief, citing, user] = messages;
  expect([brief!.content, citing!.role]).toEqual(['be brief', 'system']);
  expect(citing!.content).toContain('[[c0.3]]');
  const marked = SENTENCES.map(
    (sentence, i) => `[[c0.${i}]] ${sentence}${sentence.endsWith('\n') ? '' : '\n'}`,
  ).join('');
  expect(user!.content).toContain(`Cities\n\n${marked}`);
  expect(user!.content).toMatch(/\[\[c1\.0\]\] First page\n+\[\[c1\.1\]\] Second page\n/);
});

it('MSG-29 D-42 documents without citations stay unchanged, and so do marks in other text', async () => {
  engineSays('In Tromsø. [[c0.2]]');
  for (const citations of [undefined, { enabled: false }]) {
    const content = [
      { ...plain, citations },
      { type: 'text', text: 'where?' },
    ];
    expect((await askWhole(service, { messages: [{ role: 'user', content }] })).content).toEqual([
      { type: 'text', text: 'In Tromsø. [[c0.2]]' },
    ]);
  }
  expect(JSON.stringify(upstream.requests.at(-1)!.body)).not.toContain('[[c0.');
});

it('D-42 citations are on for all documents or for none', async () => {
  const messages = (...content: object[]) => ({ messages: [{ role: 'user', content }] });
  expect(await askRefused(service, messages(plain, { ...paged, citations: { enabled: false } }))).toEqual({
    status: 400,
    code: 'invalid_request',
    param: 'messages[0].content[1].citations',
  });
});

it('MSG-27 D-46 a cited reply can be sent back unchanged, and is refused without its reasoning', async () => {
  upstream.script(
    streamOf([chunk({ reasoning_content: 'hm' }), 'Tromsø it is.[[c0.2]] I thought.'], {
      finishReason: 'stop',
      usage,
    }),
  );
  const { message } = await askStream(service, { reasoning: {}, messages: [asked] });
  const { content } = message!;
  expect(content.map(({ type }) => type)).toEqual(['reasoning', 'text', 'text']);
  const again = (blocks: unknown) => ({
    messages: [asked, { role: 'assistant', content: blocks }, { role: 'user', content: 'sure?' }],
  });
  upstream.script(textReply('yes'));
  expect((await askWhole(service, again(content))).content).toEqual([{ type: 'text', text: 'yes' }]);
  const sent = upstream.requests.at(-1)!.body['messages'] as { role: string; content: string }[];
  expect(sent.find(({ role }) => role === 'assistant')!.content).toBe('Tromsø it is. I thought.');
  expect(await askRefused(service, again(content.slice(1)))).toMatchObject({
    code: 'invalid_reasoning_block',
  });
});

it('D-41 a reply cites the pages it fetched, and shows nothing else of them', async () => {
  const url = `http://127.0.0.1:${site.port}/cities`;
  upstream.script(({ body }: ScriptedRequest) =>
    JSON.stringify(body['messages']).includes('[[c0.0]]')
      ? textReply(['In Tromsø.[[c0', '.0]]'], { usage })
      : toolCalls([{ name: 'svc_web_fetch', arguments: JSON.stringify({ url }) }], { usage }),
  );
  const fields = {
    tools: [{ type: 'svc_web_fetch' }],
    messages: [{ role: 'user', content: `Where is it light? Look at ${url}` }],
  };
  const citation = { type: 'web_location', cited_text: SENTENCES[2], url, title: 'Cities' };
  const content = [{ type: 'text', text: 'In Tromsø.', citations: [citation] }];
  const whole = await askWhole(service, fields);
  expect(whole.content).toEqual(content);
  expect(whole.usage.server_tool_use).toEqual({ web_fetch_requests: 1 });
  expect((await askStream(service, fields)).message!.content).toEqual(content);
});

it('D-42 the sandbox cites its documents', async () => {
  const { content } = await askWhole(sandbox, { messages: [asked] });
  const { message } = await askStream(sandbox, { messages: [asked] });
  expect(message!.content).toEqual(content);
  const cited = content.flatMap((block) => (block.type === 'text' ? (block.citations ?? []) : []));
  expect(cited).toMatchObject([
    { cited_text: SENTENCES[0]!.trim(), start_char_index: 0 },
    { cited_text: PAGES[0], start_page_number: 1 },
  ]);
  expect(JSON.stringify(content)).not.toContain('[[c');
});
