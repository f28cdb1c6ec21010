import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAIN_KEY } from '#test-kit';
import { startToolsFixture, type ToolsFixture } from '../tools/tools-fixture.ts';
import { CHAT } from './openai-fixture.ts';
import { readOpenAiStream } from './read-openai-stream.ts';

let fixture: ToolsFixture;
beforeAll(async () => {
  fixture = await startToolsFixture();
});
afterAll(() => fixture.stop());

it('COMPO-04 COMPO-11 searches the web where that is asked for, and cites what it found', async () => {
  fixture.callThenReply('svc_web_search', { query: 'longest fjord' }, 'It is the Sognefjord.[[c0.0]]');
  const ask = (stream: boolean) =>
    fixture.service.post(CHAT, MAIN_KEY, {
      model: 'Svc Standard',
      messages: [{ role: 'user', content: 'Which fjord is the longest?' }],
      web_search_options: {},
      stream,
    });
  const citation = {
    type: 'url_citation',
    url_citation: { url: 'https://example.com/fjords', title: 'Fjords', start_index: 0, end_index: 21 },
  };
  const { choices } = (await (await ask(false)).json()) as { choices: { message: object }[] };
  expect(choices[0]!.message).toMatchObject({
    content: 'It is the Sognefjord.',
    annotations: [citation],
  });
  const streamed = readOpenAiStream(await (await ask(true)).text());
  expect(streamed).toMatchObject({ content: 'It is the Sognefjord.', annotations: [citation] });
});
