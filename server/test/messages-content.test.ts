import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  docx,
  httpSite,
  pdf,
  png,
  type RunningService,
  type ScriptedUpstream,
  startScriptedUpstream,
  type TestSite,
  textReply,
  xlsx,
} from '#test-kit';
import { askRefused, askWhole, startMessages } from './messages/ask.ts';

const IMAGE = png(20, 10);
const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

let upstream: ScriptedUpstream;
let service: RunningService;
let site: TestSite;
beforeAll(async () => {
  upstream = await startScriptedUpstream(textReply('seen'));
  // Plain HTTP is allowed only for addresses that the operator allowed.
  service = await startMessages(upstream.baseUrl, { network: { allow_private_targets: ['127.0.0.1'] } });
  site = await httpSite((request, response) => {
    if (request.url === '/image') response.setHeader('content-type', 'image/png').end(IMAGE);
    else if (request.url === '/text') response.setHeader('content-type', 'text/plain').end('one line\n');
    else response.writeHead(404).end();
  });
});
afterAll(async () => {
  await service.stop();
  await Promise.all([upstream.close(), site.close()]);
});

const user = (...content: readonly object[]) => ({ messages: [{ role: 'user', content }] });
const at = (path: string) => ({ type: 'url', url: `http://127.0.0.1:${site.port}${path}` });
const base64 = (mediaType: string, bytes: Buffer) => ({
  type: 'base64',
  media_type: mediaType,
  data: bytes.toString('base64'),
});
const lastContent = (): unknown =>
  (upstream.requests.at(-1)!.body['messages'] as { content: unknown }[]).at(-1)!.content;

it('MSG-28 an image by URL reaches the engine as an image, also in tool results', async () => {
  await askWhole(service, user({ type: 'text', text: 'look' }, { type: 'image', source: at('/image') }));
  const part = { type: 'image_url', image_url: { url: `data:image/png;base64,${IMAGE.toString('base64')}` } };
  expect(lastContent()).toEqual([{ type: 'text', text: 'look' }, part]);

  const call = { type: 'tool_call', id: 'call_1', name: 'see', input: {} };
  const result = {
    type: 'tool_result',
    tool_call_id: 'call_1',
    content: [{ type: 'image', source: at('/image') }],
  };
  await askWhole(service, {
    tools: [{ type: 'function', function: { name: 'see', parameters: { type: 'object' } } }],
    messages: [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [call] },
      { role: 'user', content: [result] },
    ],
  });
  expect(lastContent()).toEqual([part]);
});

it('MSG-29 documents reach the engine as text', async () => {
  await askWhole(
    service,
    user(
      {
        type: 'document',
        title: 'Terms',
        source: base64('application/pdf', pdf(['first page', 'second page'])),
      },
      { type: 'document', source: base64(DOCX_TYPE, docx(['a paragraph'])) },
      { type: 'document', source: base64(XLSX_TYPE, xlsx({ Sums: [['a', '1']] })) },
      { type: 'document', source: at('/text') },
      { type: 'text', text: 'sum up' },
    ),
  );
  const text = lastContent() as string;
  for (const part of ['Terms', 'first page', 'second page', 'a paragraph', 'Sums', 'one line', 'sum up'])
    expect(text).toContain(part);
});

it('MSG-36 D-53 content that cannot be fetched or read is refused by its path, without revealing its location', async () => {
  expect(
    await askRefused(service, user({ type: 'text', text: 'x' }, { type: 'image', source: at('/gone') })),
  ).toEqual({
    status: 400,
    code: 'invalid_request',
    param: 'messages[0].content[1]',
  });
  expect(await askRefused(service, user({ type: 'image', source: at('/text') }))).toMatchObject({
    status: 400,
    code: 'unsupported_content',
    param: 'messages[0].content[0]',
  });
  const broken = pdf(['x']).subarray(0, 200);
  expect(
    await askRefused(service, user({ type: 'document', source: base64('application/pdf', broken) })),
  ).toMatchObject({
    status: 400,
    code: 'unsupported_content',
    param: 'messages[0].content[0]',
  });
});

it('D-76 a request whose document is refused counts against the requests per minute', async () => {
  const limited = await startMessages(upstream.baseUrl, { limits: { chat_requests_per_minute: 2 } });
  try {
    const broken = user({ type: 'document', source: base64('application/pdf', Buffer.from('%PDF-1.7\n')) });
    const statuses = [];
    for (let call = 0; call < 3; call++) statuses.push((await askRefused(limited, broken)).status);
    expect(statuses).toEqual([400, 400, 429]);
  } finally {
    await limited.stop();
  }
});
