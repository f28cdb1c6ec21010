import { expect, it } from 'vitest';
import { httpSite, MAIN_KEY, readMessageStream } from '#test-kit';
import { body, MESSAGES } from './messages/ask.ts';
import { startToolsFixture } from './tools/tools-fixture.ts';

it('MSG-63 BILL-12 D-89 ends replies whose tools still run after drain_seconds with an error, and bills what was sent', async () => {
  const bothFetched = Promise.withResolvers<void>();
  let fetched = 0;
  const site = await httpSite((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else if (++fetched === 2) bothFetched.resolve();
  });
  const fixture = await startToolsFixture({ drain_seconds: 0 });
  const { service, upstream } = fixture;
  fixture.callThenReply('svc_web_fetch', { url: `http://127.0.0.1:${site.port}/hangs` });
  const ask = async (stream: boolean) => {
    const reply = await service.post(
      MESSAGES,
      MAIN_KEY,
      body({ stream, tools: [{ type: 'svc_web_fetch' }] }),
    );
    return { status: reply.status, text: await reply.text() };
  };
  const responses = Promise.all([ask(true), ask(false)]);
  await bothFetched.promise;
  const [records, [streamed, whole]] = await Promise.all([
    service.drainAndRead((db) => db.selectFrom('usage_records').selectAll().execute()),
    responses,
  ]);
  expect(readMessageStream(streamed.text).error?.error.code).toBe('overloaded');
  expect([whole.status, JSON.parse(whole.text)]).toMatchObject([503, { error: { code: 'overloaded' } }]);
  // The stream had begun. Nothing of the other reply was sent.
  expect(records.map(({ outcome }) => outcome)).toEqual(['failed']);
  expect(upstream.requests).toHaveLength(2);
  await Promise.all([fixture.stop(), site.close()]);
});
