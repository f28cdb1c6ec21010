import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClock, Secret } from '#kit';
import type { AwsCredentials, BedrockEngineConfig } from '#config';
import {
  startAwsIdentityDouble,
  type AwsIdentityDouble,
} from '../../../test-kit/engines/aws-identity-double.ts';
import {
  DOUBLE_REGION,
  startBedrockDouble,
  type BedrockDouble,
} from '../../../test-kit/engines/bedrock-double.ts';
import { scriptedVector } from '../../../test-kit/fakes/scripted-upstream.ts';
import type { Engine } from '../events.ts';
import { requestOf } from '../test-support/requests.ts';
import { RecordingSink } from '../test-support/recording-sink.ts';
import { silentLog } from '../test-support/silent-log.ts';
import { textIn } from '../test-support/read-events.ts';
import { createEngine } from './create-engine.ts';

let double: BedrockDouble;
let identity: AwsIdentityDouble;
let folder: string;
let engine: Engine | undefined;
const clock = createClock();
const start = { wall: 0 };

beforeEach(async () => {
  double = await startBedrockDouble();
  identity = await startAwsIdentityDouble();
  double.keys = [identity.keys];
  folder = mkdtempSync(join(tmpdir(), 'svc-aws-'));
  start.wall = 0;
});
afterEach(async () => {
  await engine?.close();
  await Promise.all([double.close(), identity.close()]);
  rmSync(folder, { recursive: true });
});

function fileOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

type Credentials = AwsCredentials;

function engineWith(credentials: Credentials): Engine {
  const config: BedrockEngineConfig = {
    type: 'bedrock',
    region: DOUBLE_REGION,
    credentials,
    anthropic_api: 'auto',
    prompt_caching: 'auto',
    base_url: double.baseUrl,
    control_url: double.baseUrl,
    sts_url: identity.url,
    metadata_url: identity.url,
    headers: {},
    max_concurrency: 8,
    timeouts: { first_output_s: 5, silence_s: 5, total_s: 5 },
  };
  const movable = { ...clock, nowMs: () => clock.nowMs() + start.wall };
  engine = createEngine(config, { name: 'aws', clock: movable, log: silentLog });
  return engine;
}

async function ask(target: Engine): Promise<RecordingSink> {
  const sink = new RecordingSink();
  target.start(requestOf({ stream: false }), 'amazon.nova-pro-v1:0', sink);
  await sink.done;
  return sink;
}

const profile = (text: string, config = '') =>
  ({
    type: 'profile',
    profile: 'work',
    credentialsFile: fileOf('credentials', text),
    configFile: fileOf('config', config),
  }) as const;

const INSTANCE = [
  '/latest/api/token',
  '/latest/meta-data/iam/security-credentials/',
  '/latest/meta-data/iam/security-credentials/svc-role',
];

describe('credentials of Bedrock', () => {
  const ways: readonly (readonly [string, () => Credentials, readonly string[]])[] = [
    [
      'keys',
      () => ({
        type: 'static',
        accessKeyId: 'ASIAONE',
        secretAccessKey: new Secret('one'),
        sessionToken: new Secret('session-one'),
      }),
      [],
    ],
    [
      'a token of an identity provider',
      () => ({
        type: 'web_identity',
        roleArn: 'arn:aws:iam::1:role/a',
        tokenFile: fileOf('token', 'web-token\n'),
      }),
      ['AssumeRoleWithWebIdentity'],
    ],
    [
      'keys of a profile',
      () =>
        profile(
          '[work]\naws_access_key_id=ASIAONE\naws_secret_access_key=one\naws_session_token=session-one\n',
        ),
      [],
    ],
    [
      'the role of a profile',
      () =>
        profile(
          '[base]\naws_access_key_id=AKIABASE\naws_secret_access_key=base\n',
          '[profile work]\nrole_arn=arn:aws:iam::1:role/a\nsource_profile=base\n',
        ),
      ['AssumeRole'],
    ],
    [
      'a container',
      () => ({ type: 'container', url: '/container', authorizationFile: fileOf('auth', 'container-token') }),
      ['/container'],
    ],
    ['an instance', () => ({ type: 'instance' }), INSTANCE],
  ];

  it.each(ways)(
    'D-ENG-2 D-ENG-3 D-ENG-4 are those of %s, fetched once',
    async (_name, credentials, asked) => {
      const target = engineWith(credentials());
      const sinks = await Promise.all([ask(target), ask(target), ask(target)]);
      expect(sinks.map(({ events }) => textIn(events))).toEqual(
        Array.from({ length: 3 }, () => 'Hello there.'),
      );
      expect(identity.asked).toEqual(asked);
    },
  );

  it('D-ENG-3 of a profile that leads to a server of AWS since the start are not asked for', async () => {
    const role = 'role_arn=arn:aws:iam::1:role/a\ncredential_source=Ec2InstanceMetadata\n';
    const credentials = { ...profile('', `[profile work]\n${role}`), isPrivate: true } as const;
    // Where the library asks for what the profile names.
    vi.stubEnv('AWS_EC2_METADATA_SERVICE_ENDPOINT', identity.url);
    const { fault } = await ask(engineWith(credentials));
    vi.unstubAllEnvs();
    expect(fault).toMatchObject({ refusal: { reason: 'credential' } });
    expect(identity.asked).toEqual([]);
  });

  it('D-ENG-4 are renewed 5 minutes before their end', async () => {
    const target = engineWith({ type: 'instance' });
    await ask(target);
    start.wall = 3_000_000;
    await ask(target);
    expect(identity.asked).toHaveLength(3);
    start.wall = 3_400_000;
    identity.expiresAtMs += 3_600_000;
    await ask(target);
    await expect.poll(() => identity.asked.length).toBe(6);
  });

  const RENEWED = { credentialRenewed: true };

  it('D-ENG-4 are fetched anew once for an expired token, and the call is worth one repeat', async () => {
    const target = engineWith({ type: 'instance' });
    await ask(target);
    double.expired.add('ASIAONE');
    const { fault } = await ask(target);
    expect(fault).toMatchObject({ refusal: { reason: 'expired' }, amended: RENEWED });
    identity.keys = { accessKeyId: 'ASIATWO', secretAccessKey: 'two', sessionToken: 'session-two' };
    double.keys = [identity.keys];
    expect(textIn((await ask(target)).events)).toBe('Hello there.');
    expect(identity.asked).toHaveLength(6);
    double.expired.add('ASIATWO');
    expect((await ask(target)).fault?.amended).toEqual(RENEWED);
    expect((await ask(target)).fault?.amended, 'a second time').toBeUndefined();
  });

  it('D-ENG-4 that are refused for another reason, or cannot be replaced, are not asked for again', async () => {
    double.keys = [];
    expect((await ask(engineWith({ type: 'instance' }))).fault?.amended).toBeUndefined();
    await engine!.close();
    double.expired.add('AKIA');
    const fixed = { type: 'static', accessKeyId: 'AKIA', secretAccessKey: new Secret('s') } as const;
    expect((await ask(engineWith(fixed))).fault?.amended).toBeUndefined();
  });

  it.each<Partial<AwsIdentityDouble['keys']>>([
    { accessKeyId: 'ASIA\r\nx-more: y' },
    { accessKeyId: 'ASIA/../x' },
    { sessionToken: 'session\r\nx-more: y' },
    { sessionToken: 'session\u0000' },
    { sessionToken: '' },
  ])('D-ENG-10 that would not be one line of a header are never sent: %j', async (keys) => {
    const container = { url: '/container', authorizationFile: fileOf('auth', 'container-token') };
    identity.keys = { ...identity.keys, ...keys };
    for (const credentials of [{ type: 'instance' }, { type: 'container', ...container }] as const) {
      expect((await ask(engineWith(credentials))).fault).toMatchObject({ refusal: { reason: 'credential' } });
      await engine!.close();
    }
    expect(double.seen).toEqual([]);
  });

  it('D-ENG-4 that have ended by the clock of their server are not fetched for each call', async () => {
    identity.expiresAtMs = 0;
    const target = engineWith({ type: 'instance' });
    for (let call = 0; call < 5; call++) expect(textIn((await ask(target)).events)).toBe('Hello there.');
    expect(identity.asked).toEqual(INSTANCE);
  });

  it.each([
    [403, { kind: 'status', refusal: { reason: 'credential' } }],
    [503, { kind: 'unreachable' }],
  ])('D-ENG-4 D-ENG-10 whose server answers %d make the call fail', async (status, fault) => {
    identity.status = status;
    const { fault: failed } = await ask(engineWith({ type: 'instance' }));
    expect(failed).toMatchObject(fault);
    expect(failed?.amended).toBeUndefined();
  });

  it('send a bearer key as it is', async () => {
    double.bearer = 'bedrock-key';
    const target = engineWith({ type: 'bearer', token: new Secret('bedrock-key') });
    expect(textIn((await ask(target)).events)).toBe('Hello there.');
    expect(double.seen[0]?.headers['authorization']).toBe('Bearer bedrock-key');
  });

  it('D-ENG-5 sign a body that is written in chunks', async () => {
    const blocks = Array.from({ length: 3 }, () => ({ type: 'text', text: 'ä🎉 '.repeat(300_000) }) as const);
    const sink = new RecordingSink();
    engineWith({ type: 'instance' }).start(
      requestOf({ stream: true, turns: [{ role: 'user', blocks }] }),
      'amazon.nova-pro-v1:0',
      sink,
    );
    await sink.done;
    expect([sink.fault, textIn(sink.events)]).toEqual([undefined, 'Hello there.']);
    expect(double.seen[0]?.headers['transfer-encoding']).toBe('chunked');
  });
});

describe('embeddings of Bedrock', () => {
  const inputs = Array.from({ length: 100 }, (_, i) => `text ${i}`);

  it.each([
    ['amazon.titan-embed-text-v2:0', 100],
    ['eu.cohere.embed-v4:0', 2],
  ])('D-ENG-24 of %s come in %d requests, and are counted together', async (model, requests) => {
    const target = engineWith({ type: 'instance' });
    const request = { inputs, dimensions: 1024, inputType: 'query' } as const;
    const { vectors, inputTokens } = await target.embed!(request, model, new AbortController().signal);
    expect([vectors.length, inputTokens, double.seen.length]).toEqual([100, 500, requests]);
    expect([...vectors[99]!]).toEqual([...scriptedVector('text 99')]);
    if (requests === 2) expect(double.seen[0]?.body).toMatchObject({ input_type: 'search_query' });
  });
});
