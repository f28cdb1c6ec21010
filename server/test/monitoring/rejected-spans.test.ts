import { expect, it, onTestFinished } from 'vitest';
import {
  freePort,
  MAIN_KEY,
  oneOrganization,
  startRunningService,
  startScriptedUpstream,
  textReply,
} from '#test-kit';
import { startCollector } from './collector-stub.ts';
import { scrape } from './scrape.ts';
import { tracedDeployment } from './traced-deployment.ts';

it('spans that the collector says it rejected are counted', async () => {
  const upstream = await startScriptedUpstream(textReply('fine'));
  onTestFinished(() => upstream.close());
  const collector = await startCollector();
  onTestFinished(() => collector.close());
  // `partial_success` with `rejected_spans` 1 and an `error_message`.
  collector.reply = (response) => response.end(Buffer.from('\n\x06\x08\x01\x12\x02no', 'latin1'));
  const [deadPort, metricsPort] = [await freePort(), await freePort()];
  const places = { upstreamUrl: upstream.baseUrl, deadPort, collectorUrl: collector.endpoint };
  const service = await startRunningService({
    deployment: tracedDeployment(places, { otlp: {}, failsOver: false }),
    provisioning: oneOrganization(),
    environment: { SVC_METRICS_PORT: String(metricsPort) },
  });
  onTestFinished(() => service.stop());
  const body = { messages: [{ role: 'user', content: 'Hello' }] };
  await (await service.post('/v1/chat/completions', MAIN_KEY, body)).text();
  const spans = async (outcome: string) =>
    (await scrape(metricsPort)).value('svc_trace_spans_total', { outcome });
  await expect.poll(() => spans('rejected'), { timeout: 5000 }).toBe(1);
  expect(await spans('exported')).toBe(1);
});
