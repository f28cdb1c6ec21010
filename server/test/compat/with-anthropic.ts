import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startScriptedUpstream, textReply, type RunningService, type ScriptedUpstream } from '#test-kit';
import { askWhole, refusalOf, startAnthropic, type Fields } from './anthropic-fixture.ts';

/** A service for the tests of one file, and what it sends to its engine. Engines say `Hello.` until a test scripts something else. */
export function withAnthropic() {
  let upstream: ScriptedUpstream;
  let service: RunningService;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    service = await startAnthropic(upstream.baseUrl);
  });
  afterAll(async () => {
    await service.stop();
    await upstream.close();
  });
  beforeEach(() => upstream.script(textReply('Hello.')));

  /** What the engine was sent for these fields. */
  async function sent(fields: Fields): Promise<Record<string, unknown>> {
    await askWhole(service, fields);
    return upstream.requests.at(-1)!.body;
  }

  return {
    get upstream(): ScriptedUpstream {
      return upstream;
    },
    get service(): RunningService {
      return service;
    },
    sent,
    /** Its messages, behind the identity instruction. */
    async messagesSent(fields: Fields): Promise<unknown[]> {
      return ((await sent(fields))['messages'] as unknown[]).slice(1);
    },
    refused: (fields: Fields): Promise<string> => refusalOf(service, fields),
  };
}
