import { describe, expect, it } from 'vitest';
import {
  DOUBLE_KEYS,
  DOUBLE_REGION,
  GOOGLE_API_KEY,
  MAIN_KEY,
  startBedrockDouble,
  startGoogleDouble,
  type BedrockError,
} from '#test-kit';
import { AzureDouble } from '../../test-kit/engine-doubles/azure/azure-double.ts';
import { TENANT } from '../../test-kit/engine-doubles/azure/tenant.ts';
import { serveEngine } from '../api-formats/serve-engine.ts';

/** An engine whose key `a` does not work, at a double of its vendor. */
interface KeyedBench {
  readonly engine: object;
  readonly model: string;
  /** What each call was sent with. */
  readonly sent: () => readonly (string | undefined)[];
  readonly close: () => Promise<unknown>;
}

const BROKEN_KEYS = { access_key_id: 'AKIABROKEN', secret_access_key: 'broken' };
/** Calls go to the first while it works. */
const keys = (a: object, b: object) => [
  { name: 'a', ...a },
  { name: 'b', weight: 0, ...b },
];

async function azureBench(): Promise<KeyedBench> {
  const double = await AzureDouble.start(TENANT);
  return {
    engine: {
      type: 'azure-openai',
      base_url: double.baseUrl,
      keys: keys({ api_key: 'broken' }, { entra: { managed_identity: true, metadata_url: double.baseUrl } }),
    },
    model: 'my-deployment',
    sent: () => double.seen.map(({ headers }) => String(headers['api-key'] ?? headers.authorization)),
    close: () => double[Symbol.asyncDispose](),
  };
}

async function googleBench(type: 'gemini' | 'vertex'): Promise<KeyedBench> {
  const double = await startGoogleDouble();
  const { baseUrl, tokens } = double;
  const nowhere = {
    type: 'external_account',
    audience: 'a',
    subject_token_type: 't',
    token_url: `${baseUrl}/token`,
    credential_source: { url: `${baseUrl}/nowhere` },
  };
  const ofType = {
    gemini: { keys: keys({ api_key: 'broken' }, { api_key: GOOGLE_API_KEY }) },
    vertex: {
      project: 'acme',
      token_url: `${baseUrl}/token`,
      keys: keys(
        { credentials: { json: JSON.stringify(nowhere) } },
        { credentials: { json: JSON.stringify(tokens.account) } },
      ),
    },
  };
  return {
    engine: { type, base_url: baseUrl, ...ofType[type] },
    model: 'gemini-3-pro',
    sent: () => double.seen.map(({ headers }) => String(headers['x-goog-api-key'] ?? headers.authorization)),
    close: double.close,
  };
}

/** `a` signs with keys, `b` is a bearer key. `error`: the answer to a signed call. */
async function bedrockBench(error: BedrockError): Promise<KeyedBench> {
  const double = await startBedrockDouble();
  double.bearer = 'working';
  double.keys = [DOUBLE_KEYS, { accessKeyId: 'AKIABROKEN', secretAccessKey: 'broken' }];
  double.reply(({ headers }) => (headers['authorization'] === 'Bearer working' ? { text: 'Hello.' } : error));
  return {
    engine: {
      type: 'bedrock',
      region: DOUBLE_REGION,
      base_url: double.baseUrl,
      keys: keys({ credentials: BROKEN_KEYS }, { api_key: 'working' }),
    },
    model: 'amazon.nova-pro-v1:0',
    sent: () => double.seen.map(({ headers }) => String(headers['authorization'])),
    close: double.close,
  };
}

const refusal = (status: number, type: string, headers = {}): BedrockError => ({
  status,
  type,
  message: 'No.',
  headers,
});

/** Which calls `a` was tried with, by what they were sent with. */
const TABLE: readonly (readonly [string, () => Promise<KeyedBench>, readonly RegExp[]])[] = [
  ['azure-openai refuses (401)', azureBench, [/^broken$/, /^Bearer eyToken/]],
  ['gemini refuses (400, API_KEY_INVALID)', () => googleBench('gemini'), [/^broken$/, /^AIza/]],
  ['vertex cannot get a token for', () => googleBench('vertex'), [/^Bearer ya29/]],
  ...(
    [
      [401, 'UnauthorizedException'],
      [403, 'UnrecognizedClientException'],
      [403, 'ExpiredTokenException'],
      [429, 'ThrottlingException', { 'retry-after': '50' }],
    ] as const
  ).map(
    ([status, type, headers]) =>
      [
        `bedrock answers with ${status} ${type}`,
        () => bedrockBench(refusal(status, type, headers)),
        [/AKIABROKEN/, /^Bearer working$/],
      ] as const,
  ),
];

describe('D-ENG-29 a key that', () => {
  it.each(TABLE)('%s gets no more calls, and no caller notices', async (_what, open, tried) => {
    const bench = await open();
    const service = await serveEngine(bench.engine, { routes: [{ engine: 'main', model: bench.model }] });
    for (let call = 0; call < 3; call++) {
      const messages = [{ role: 'user', content: `Hi ${call}` }];
      const response = await service.post('/v1/chat/completions', MAIN_KEY, { messages, stream: call === 1 });
      expect(response.status, await response.text()).toBe(200);
    }
    const works = tried.at(-1);
    expect(bench.sent()).toEqual([...tried, works, works].map((form) => expect.stringMatching(form!)));
    await service.stop();
    await bench.close();
  });
});
