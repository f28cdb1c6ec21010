import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  MAIN_KEY,
  onDatabase,
  oneOrganization,
  startGoogleDouble,
  startRunningService,
  testDatabases,
  type GoogleDouble,
  type RunningService,
  type TestDatabase,
} from '#test-kit';
import {
  API_FORMATS,
  askStreamed,
  askWhole,
  requireReply,
  type ApiFormat,
} from '../api-formats/api-formats.ts';
import { GOOGLE_ENGINES, googleDeployment, serveGoogle, type Fields } from './serve-google.ts';

const RESULTS = { weather: 'sun', clock: 'noon' };
const SKIP = 'skip_thought_signature_validator';
const OTHER = `sk_live_${'7'.repeat(64)}`;
const FORMATS = Object.entries(API_FORMATS);

let double: GoogleDouble;
beforeEach(async () => {
  double = await startGoogleDouble();
  double.reply((round) => ({
    calls: [
      { name: 'weather', args: { city: `Ulm ${round}` } },
      { name: 'clock', args: {} },
    ],
  }));
});
afterEach(() => double.close());

const engine = (): Fields => GOOGLE_ENGINES['gemini']!(double);
const begin = (format: ApiFormat): Fields =>
  format.ask({ text: 'Weather and time?', tools: ['weather', 'clock'] });

async function playRound(
  service: RunningService,
  format: ApiFormat,
  asked: Fields,
  isStream: boolean,
): Promise<Fields> {
  const received = isStream
    ? requireReply(await askStreamed(service, format, asked))
    : await askWhole(service, format, asked);
  return format.reply(asked, received, RESULTS);
}

/** How many calls of the last request were sent with the engine's own signature, and how many without any known. */
function signedCalls(): { own: number; missing: number } {
  const { body, refusal } = double.seen.at(-1)!;
  expect(refusal).toBeUndefined();
  const calls = body.contents.flatMap(({ parts }) => parts.filter(({ functionCall }) => functionCall));
  const signatures = calls.flatMap(({ thoughtSignature }) => thoughtSignature ?? []);
  return {
    own: signatures.filter((signature) => signature !== SKIP).length,
    missing: signatures.filter((signature) => signature === SKIP).length,
  };
}

/** The conversation as a client has it that knows calls by id, name and arguments only. */
function bareCalls(asked: Fields): Fields {
  const messages = asked['messages'] as { role: string; tool_calls?: Fields[] }[];
  return {
    ...asked,
    messages: messages.map(({ tool_calls: calls, ...message }) =>
      calls
        ? {
            role: message.role,
            content: null,
            tool_calls: calls.map(({ id, type, function: fn }) => ({ id, type, function: fn })),
          }
        : message,
    ),
  };
}

describe('what the engine signed', () => {
  it('D-ENG-17 returns although the client sends back id, name and arguments alone', async () => {
    const service = await serveGoogle(engine());
    const format = API_FORMATS['chat of OpenAI']!;
    let asked = begin(format);
    for (let round = 0; round < 4; round++) {
      asked = bareCalls(await playRound(service, format, asked, round % 2 === 0));
      expect(signedCalls()).toEqual({ own: round, missing: 0 });
    }
    await service.stop();
  });

  it('D-ENG-18 is said to be missing where it is not known', async () => {
    const format = API_FORMATS['messages']!;
    const first = await serveGoogle(engine());
    let asked = await playRound(first, format, begin(format), false);
    asked = await playRound(first, format, asked, true);
    await first.stop();
    const other = await serveGoogle(engine());
    await askWhole(other, format, asked);
    expect(signedCalls()).toEqual({ own: 0, missing: 2 });
    await other.stop();
  });

  it('D-ENG-17 returns to the model that signed it only', async () => {
    const format = API_FORMATS['messages']!;
    const deployment = googleDeployment(engine()) as { models: Fields[] };
    const [model] = deployment.models;
    const routes = [{ engine: 'main', model: 'gemini-3-flash' }];
    const service = await startRunningService({
      deployment: {
        ...deployment,
        plans: [{ id: 'pro', paid: true, monthly_tokens: 1_000_000 }],
        models: [model, { ...model, id: 'Other', default: false, routes }],
      },
      provisioning: oneOrganization(),
    });
    const asked = await playRound(service, format, begin(format), true);
    await service.post(format.path, MAIN_KEY, { ...asked, model: 'Other', stream: false });
    expect(signedCalls()).toEqual({ own: 0, missing: 1 });
    await service.stop();
  });
});

describe.each(await testDatabases())('what is kept of it on the $kind database', (database: TestDatabase) => {
  const format = API_FORMATS['chat']!;

  it('D-ENG-17 is sealed, and is nothing with zero data retention', async () => {
    const stored = async (organization: Fields): Promise<string[]> => {
      const opened = database.kind === 'postgres' ? await database.open() : undefined;
      const environment = { ...onDatabase(opened), SVC_DATA_KEY: randomBytes(32).toString('base64') };
      const service = await serveGoogle(engine(), { environment, organization });
      await playRound(service, format, begin(format), true);
      const rows = await service.drainAndRead((db) =>
        db.selectFrom('signed_replies').select('sealed').execute(),
      );
      await service.stop();
      await opened?.close();
      return rows.map(({ sealed }) => sealed.toString('latin1'));
    };
    const [sealed] = await stored({});
    expect(sealed).toHaveLength(sealed!.length);
    expect(sealed).not.toContain('thoughtSignature');
    expect(await stored({ zero_data_retention: true })).toEqual([]);
  });

  describe.runIf(database.kind === 'postgres')('with several nodes', () => {
    it.each(FORMATS)(
      'D-ENG-17 returns after a restart and on another node through %s',
      async (_name, door) => {
        expect.hasAssertions();
        const opened = await database.open();
        const environment = { ...onDatabase(opened), SVC_DATA_KEY: randomBytes(32).toString('base64') };
        let node = await serveGoogle(engine(), { environment });
        const other = await serveGoogle(engine(), { environment });
        let asked = begin(door);
        for (let round = 0; round < 4; round++) {
          asked = await playRound(round % 2 === 0 ? node : other, door, asked, round % 2 === 0);
          expect(signedCalls()).toEqual({ own: round, missing: 0 });
        }
        await node.stop();
        node = await serveGoogle(engine(), { environment });
        await playRound(node, door, asked, true);
        expect(signedCalls()).toEqual({ own: 4, missing: 0 });
        await Promise.all([node.stop(), other.stop()]);
        await opened.close();
      },
    );

    it('D-ENG-17 is not found by another organization', async () => {
      const opened = await database.open();
      const environment = { ...onDatabase(opened), SVC_DATA_KEY: randomBytes(32).toString('base64') };
      const { organizations } = oneOrganization() as { organizations: { name: string; keys: Fields[] }[] };
      const [acme] = organizations;
      const rival = { ...acme!, name: 'Rival', keys: acme!.keys.map((key) => ({ ...key, secret: OTHER })) };
      const service = await startRunningService({
        deployment: googleDeployment(engine()),
        provisioning: { organizations: [acme, rival] },
        environment,
      });
      const asked = await playRound(service, format, begin(format), true);
      const stolen = await service.post(format.path, OTHER, asked);
      expect(stolen.status, await stolen.text()).toBe(200);
      expect(signedCalls()).toEqual({ own: 0, missing: 1 });
      await service.stop();
      await opened.close();
    });
  });
});
