import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createClock, Secret } from '#kit';
import type { BedrockEngineConfig } from '#config';
import { signatureProblem } from '../../../../test-kit/engines/verify-signature.ts';
import { listOffered } from './list-offered.ts';

const KEYS = [{ accessKeyId: 'AKIATEST', secretAccessKey: 'secret' }];
const SCOPE = { region: 'eu-central-1', service: 'bedrock' };
const arn = (id: string): string => `arn:aws:bedrock:eu-central-1::foundation-model/${id}`;
const MODELS = {
  modelSummaries: [
    { modelId: 'amazon.nova-lite-v1:0', outputModalities: ['TEXT'], inferenceTypesSupported: ['ON_DEMAND'] },
    {
      modelId: 'anthropic.claude-x-v1:0',
      outputModalities: ['TEXT'],
      inferenceTypesSupported: ['INFERENCE_PROFILE'],
    },
    {
      modelId: 'amazon.titan-embed-text-v2:0',
      outputModalities: ['EMBEDDING'],
      inferenceTypesSupported: ['ON_DEMAND'],
    },
    {
      modelId: 'amazon.nova-canvas-v1:0',
      outputModalities: ['IMAGE'],
      inferenceTypesSupported: ['ON_DEMAND'],
    },
  ],
};
const PROFILES = [
  {
    inferenceProfileSummaries: [
      {
        inferenceProfileId: 'eu.anthropic.claude-x-v1:0',
        status: 'ACTIVE',
        models: [{ modelArn: arn('anthropic.claude-x-v1:0') }],
      },
      { inferenceProfileId: 'eu.gone', status: 'INACTIVE', models: [] },
    ],
    nextToken: 'a+/=',
  },
  { inferenceProfileSummaries: [{ inferenceProfileId: 'us.amazon.nova-lite-v1:0', models: [] }] },
];

let server: Server;
afterEach(() => void server.close());

interface Control {
  readonly url: string;
  readonly problems: (string | undefined)[];
  /** Methods and targets of all requests. */
  readonly asked: string[];
}

async function startControl(): Promise<Control> {
  const problems: (string | undefined)[] = [];
  const asked: string[] = [];
  server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    asked.push(`${method} ${url}`);
    if (headers.authorization?.startsWith('Bearer')) problems.push(undefined);
    else problems.push(signatureProblem({ method, target: url, headers, body: '' }, KEYS, SCOPE));
    const { pathname, searchParams } = new URL(url, 'http://h');
    const second = searchParams.get('nextToken') === 'a+/=';
    const body = pathname === '/foundation-models' ? MODELS : PROFILES[second ? 1 : 0];
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, problems, asked };
}

describe('the list of Bedrock (D-ENG-32)', () => {
  it.each([
    [
      'signed',
      {
        type: 'static',
        accessKeyId: 'AKIATEST',
        secretAccessKey: new Secret('secret'),
        sessionToken: undefined,
      },
    ],
    ['with a bearer key', { type: 'bearer', token: new Secret('b') }],
  ])('is asked for %s, has models on demand and all pages of profiles', async (_name, credentials) => {
    const control = await startControl();
    const config = {
      type: 'bedrock',
      region: 'eu-central-1',
      base_url: 'http://127.0.0.1:1',
      control_url: control.url,
      headers: {},
      credentials,
    } as unknown as BedrockEngineConfig;
    expect(await listOffered(config, createClock(), AbortSignal.timeout(60_000))).toEqual([
      { model: 'amazon.nova-lite-v1:0', kind: 'chat' },
      { model: 'amazon.titan-embed-text-v2:0', kind: 'embedding' },
      { model: 'eu.anthropic.claude-x-v1:0', baseModel: 'anthropic.claude-x-v1:0', kind: 'chat' },
      { model: 'us.amazon.nova-lite-v1:0', baseModel: undefined },
    ]);
    expect(control.problems).toEqual([undefined, undefined, undefined]);
    // As ListFoundationModels and ListInferenceProfiles are documented, 1000 being the most of a page: the vendor's client for the control
    // plane is no dependency.
    expect(control.asked).toEqual([
      'GET /foundation-models',
      'GET /inference-profiles?maxResults=1000',
      'GET /inference-profiles?maxResults=1000&nextToken=a%2B%2F%3D',
    ]);
  });
});
