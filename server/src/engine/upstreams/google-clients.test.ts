import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GoogleGenAI, ThinkingLevel, type GenerateContentParameters } from '@google/genai';
import { ExternalAccountClient, UserRefreshClient } from 'google-auth-library';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseDeployment, type EngineConfig } from '#config';
import { createClock } from '#kit';
import {
  GOOGLE_API_KEY,
  startGoogleDouble,
  type GoogleDouble,
  type SeenGoogleRequest,
} from '../../../test-kit/engine-doubles/google-double.ts';
import type { Engine } from '../events.ts';
import { RecordingSink } from '../test-support/recording-sink.ts';
import { requestOf } from '../test-support/requests.ts';
import { silentLog } from '../test-support/silent-log.ts';
import type { GenerateRequest } from '../turns.ts';
import { createEngine } from './create-engine.ts';

/** The vendor's clients are the proof that the double is like the vendor, and then that the engine is like them. */
let double: GoogleDouble;
let engine: Engine | undefined;
let directory: string;
beforeEach(async () => {
  double = await startGoogleDouble();
  directory = mkdtempSync(join(tmpdir(), 'svc-google-clients-'));
});
afterEach(async () => {
  await engine?.close();
  engine = undefined;
  await double.close();
  rmSync(directory, { recursive: true });
});

function configOf(given: object, variables: Readonly<Record<string, string>> = {}): EngineConfig {
  const document = {
    engines: { main: given },
    models: [{ id: 'M', default: true, routes: [{ engine: 'main' }] }],
  };
  const { config } = parseDeployment(JSON.stringify(document), {
    source: 'f',
    baseUrl: 'http://localhost',
    directory,
    variable: (name) => variables[name],
    severalNodes: false,
    sendsMail: false,
  });
  return config.engines['main']!;
}

async function ask(
  given: object,
  request: Partial<GenerateRequest>,
  variables?: Readonly<Record<string, string>>,
  model = 'gemini-3-pro',
): Promise<RecordingSink> {
  engine ??= createEngine(configOf(given, variables), { name: 'main', clock: createClock(), log: silentLog });
  const sink = new RecordingSink();
  engine.start(requestOf(request), model, sink);
  await sink.done;
  return sink;
}

const SCHEMA = { type: 'object', properties: { city: { type: 'string' } } };
/** The same conversation in the words of the client and in ours. */
const THEIRS: GenerateContentParameters = {
  model: 'gemini-3-pro',
  contents: [
    {
      role: 'user',
      parts: [{ text: 'Weather here?' }, { inlineData: { mimeType: 'image/png', data: 'aW1n' } }],
    },
    {
      role: 'model',
      parts: [
        { text: 'I look.' },
        {
          functionCall: { id: 'call_1', name: 'weather', args: { city: 'Ulm' } },
          thoughtSignature: 'skip_thought_signature_validator',
        },
      ],
    },
    {
      role: 'user',
      parts: [{ functionResponse: { id: 'call_1', name: 'weather', response: { output: 'sun' } } }],
    },
  ],
  config: {
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    maxOutputTokens: 100,
    temperature: 0.5,
    topP: 0.9,
    topK: 40,
    seed: 7,
    presencePenalty: 0.1,
    frequencyPenalty: 0.2,
    responseMimeType: 'application/json',
    responseJsonSchema: SCHEMA,
    thinkingConfig: { includeThoughts: true, thinkingLevel: ThinkingLevel.HIGH },
    tools: [{ functionDeclarations: [{ name: 'weather', description: 'w', parametersJsonSchema: SCHEMA }] }],
    toolConfig: { functionCallingConfig: { mode: 'ANY' as never, allowedFunctionNames: ['weather'] } },
  },
};
const OURS: Partial<GenerateRequest> = {
  turns: [
    { role: 'system', blocks: [{ type: 'text', text: 'Be brief.' }] },
    {
      role: 'user',
      blocks: [
        { type: 'text', text: 'Weather here?' },
        { type: 'image', mediaType: 'image/png', data: 'aW1n' },
      ],
    },
    {
      role: 'assistant',
      blocks: [
        { type: 'text', text: 'I look.' },
        { type: 'tool_call', id: 'call_1', name: 'weather', arguments: '{"city":"Ulm"}' },
      ],
    },
    { role: 'user', blocks: [{ type: 'tool_result', callId: 'call_1', text: 'sun' }] },
  ],
  sampling: { temperature: 0.5, topP: 0.9, topK: 40, seed: 7, presencePenalty: 0.1, frequencyPenalty: 0.2 },
  responseFormat: { type: 'json_schema', name: 'n', schema: SCHEMA },
  reasoning: { effort: 'high' },
  tools: [{ name: 'weather', description: 'w', parameters: SCHEMA }],
  toolChoice: { name: 'weather' },
};

/** What matters of a request. A role of the instructions means nothing. */
function essence({ path, headers, body, refusal }: SeenGoogleRequest): object {
  const { systemInstruction, ...rest } = body;
  const access = [headers['x-goog-api-key'], headers.authorization?.replace(/ .*/, '')];
  return {
    path,
    access,
    refusal,
    rest,
    instructions: systemInstruction?.parts,
    type: headers['content-type'],
  };
}

const ENGINES = {
  gemini: () => ({ type: 'gemini', base_url: double.baseUrl, api_key: GOOGLE_API_KEY }),
  vertex: () => ({
    type: 'vertex',
    project: 'acme',
    location: 'europe-west4',
    base_url: double.baseUrl,
    credentials: { json: JSON.stringify(double.tokens.account) },
    token_url: `${double.baseUrl}/token`,
  }),
};
const fetchFromDouble = (url: unknown, init?: RequestInit): Promise<Response> =>
  fetch(String(url).replace('https://oauth2.googleapis.com', double.baseUrl), init);
const CLIENTS = {
  gemini: () =>
    new GoogleGenAI({
      apiKey: GOOGLE_API_KEY,
      apiVersion: 'v1beta',
      httpOptions: { baseUrl: double.baseUrl },
    }),
  vertex: () =>
    new GoogleGenAI({
      vertexai: true,
      project: 'acme',
      location: 'europe-west4',
      apiVersion: 'v1',
      googleAuthOptions: {
        credentials: double.tokens.account,
        // The client has no setting for the address of the token server.
        clientOptions: { transporterOptions: { fetchImplementation: fetchFromDouble } },
      },
      httpOptions: { baseUrl: double.baseUrl },
    }),
};

describe.each(['gemini', 'vertex'] as const)('D-ENG-5 an engine of type %s', (type) => {
  it.each([true, false])("sends what the vendor's client sends, streamed: %s", async (stream) => {
    double.reply(() => ({ thought: 'Hm, sunny.', text: '{"city":"Ulm"}' }));
    const client = CLIENTS[type]();
    let text = '';
    if (stream)
      for await (const chunk of await client.models.generateContentStream(THEIRS)) text += chunk.text ?? '';
    else text = (await client.models.generateContent(THEIRS)).text ?? '';
    expect(text).toBe('{"city":"Ulm"}');

    const sink = await ask(ENGINES[type](), { ...OURS, stream });
    expect([sink.fault, sink.text]).toEqual([undefined, text]);
    const [theirs, ours] = double.seen.map(essence);
    expect(ours).toEqual(theirs);
    if (type === 'vertex') {
      const [theirCall, ourCall] = double.tokens.calls;
      // The client leaves out which key it signs with.
      expect(ourCall).toMatchObject(theirCall!);
    }
  });
});

describe('credentials of an engine of type vertex', () => {
  const vertex = (credentials: object) => ({ ...ENGINES.vertex(), credentials });
  const expectAnswer = async (given: object, variables?: Readonly<Record<string, string>>) =>
    expect((await ask(given, {}, variables)).fault).toBeUndefined();

  it('D-ENG-2 are those of a service account, from a file', async () => {
    const account = double.tokens.account as { client_email: string };
    const file = join(directory, 'sa.json');
    writeFileSync(file, JSON.stringify(account));
    await expectAnswer(vertex({ file: 'sa.json' }));
    expect(double.tokens.calls[0]).toMatchObject({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      iss: account.client_email,
      aud: 'https://oauth2.googleapis.com/token',
      lifeSeconds: 3600,
      header: { alg: 'RS256', kid: 'k1' },
    });
  });

  it.each([
    ['a file of text', { file: 'token.txt' }, 'subject-1'],
    [
      'a file of JSON',
      { file: 'token.json', format: { type: 'json', subject_token_field_name: 'id_token' } },
      '{"id_token":"subject-1"}',
    ],
  ])(
    "D-ENG-2 are those of a workload, exchanged as the vendor's client does, from %s",
    async (_what, source, text) => {
      const file = join(directory, source.file);
      writeFileSync(file, text);
      const account = {
        type: 'external_account',
        audience: '//iam.googleapis.com/pool',
        subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
        token_url: `${double.baseUrl}/token`,
        service_account_impersonation_url: `${double.baseUrl}/v1/projects/-/serviceAccounts/svc@acme:generateAccessToken`,
        credential_source: { ...source, file },
      };
      const client = ExternalAccountClient.fromJSON(account as never)!;
      await client.getAccessToken();
      const theirs = double.tokens.calls.splice(0);
      await expectAnswer(vertex({ json: JSON.stringify(account) }));
      expect(double.tokens.calls).toEqual(theirs);
      expect(theirs).toMatchObject([{ subject_token: 'subject-1' }, { authorized: true, lifetime: '3600s' }]);
    },
  );

  it("D-ENG-2 are by default those of a person, fetched as the vendor's client does", async () => {
    const person = { type: 'authorized_user', client_id: 'c', client_secret: 's', refresh_token: 'r' };
    const file = join(directory, 'application_default_credentials.json');
    writeFileSync(file, JSON.stringify({ ...person, quota_project_id: 'billed' }));
    const client = new UserRefreshClient('c', 's', 'r');
    Object.assign(client, { endpoints: { oauth2TokenUrl: `${double.baseUrl}/token` } });
    await client.getAccessToken();
    const theirs = double.tokens.calls.splice(0);
    await expectAnswer(vertex({ from: 'default' }), { CLOUDSDK_CONFIG: directory });
    expect(double.tokens.calls).toEqual(theirs);
    expect(double.seen.at(-1)!.headers['x-goog-user-project']).toBe('billed');
  });

  it('D-ENG-2 are at last those of the machine', async () => {
    await expectAnswer({ ...vertex({ from: 'default' }), metadata_url: double.baseUrl });
    expect(double.tokens.calls).toEqual([{ metadata: 'Google' }]);
  });

  it('D-ENG-4 are fetched once for calls that come together, and anew when they are refused, once', async () => {
    const given = ENGINES.vertex();
    const sinks = await Promise.all([1, 2, 3].map(() => ask(given, {})));
    expect(sinks.map(({ fault }) => fault)).toEqual([undefined, undefined, undefined]);
    expect(double.tokens.calls).toHaveLength(1);
    double.tokens.revoke();
    const refused = await ask(given, {});
    expect(refused.fault).toMatchObject({ status: 401, amended: { credentialRenewed: true } });
    expect((await ask(given, {})).fault).toBeUndefined();
    expect(double.tokens.calls).toHaveLength(2);
  });

  it.each([
    [400, { kind: 'status', refusal: { reason: 'credential' } }],
    [403, { kind: 'status', refusal: { reason: 'credential' } }],
    [500, { kind: 'unreachable' }],
    [429, { kind: 'unreachable' }],
  ])('D-ENG-4 that are answered with %d are %j', async (status, fault) => {
    double.tokens.status = status;
    expect((await ask(ENGINES.vertex(), {})).fault).toMatchObject(fault);
    expect(double.seen).toEqual([]);
  });
});
