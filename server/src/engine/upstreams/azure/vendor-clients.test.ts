import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ClientCertificateCredential,
  ClientSecretCredential,
  ManagedIdentityCredential,
  WorkloadIdentityCredential,
  type TokenCredential,
} from '@azure/identity';
import OpenAI, { AzureOpenAI } from 'openai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClock, Secret } from '#kit';
import {
  AZURE_KEY,
  AzureDouble,
  type SeenCall,
} from '../../../../test-kit/engine-doubles/azure/azure-double.ts';
import type { SeenTokenRequest } from '../../../../test-kit/engine-doubles/azure/entra-double.ts';
import { CERTIFICATE_FILE, TENANT } from '../../../../test-kit/engine-doubles/azure/tenant.ts';
import { LOCALHOST_CERTIFICATE } from '../../../../test-kit/fakes/test-certificate.ts';
import { RecordingSink } from '../../test-support/recording-sink.ts';
import { requestOf, WEATHER_TOOL } from '../../test-support/requests.ts';
import { azureEngine } from '../../test-support/azure-engine.ts';
import { entraTokens, type Entra } from './entra-tokens.ts';

let double: AzureDouble;
let directory: string;
beforeEach(async () => {
  double = await AzureDouble.start(TENANT);
  directory = await mkdtemp(join(tmpdir(), 'svc-azure-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await double[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

const MODEL = 'my-deployment';
const TOOLS = [{ type: 'function', function: WEATHER_TOOL }] as unknown as OpenAI.ChatCompletionTool[];
const QUESTION = { role: 'user', content: 'Hi' } as const;

/** The vendor's client for a version of the API: its own class for dates, the usual one for `v1`. */
function vendorClient(version: string): OpenAI {
  if (version !== 'v1')
    return new AzureOpenAI({
      endpoint: double.baseUrl,
      apiKey: AZURE_KEY,
      apiVersion: version,
      maxRetries: 0,
    });
  // As Azure documents it for `v1`.
  return new OpenAI({
    baseURL: `${double.baseUrl}/openai/v1/`,
    apiKey: 'not sent',
    defaultHeaders: { 'api-key': AZURE_KEY, authorization: null },
    maxRetries: 0,
  });
}

/** What two requests are compared by. */
function comparable({ method, path, query, headers, body }: SeenCall): object {
  const { authorization, 'content-type': type, 'api-key': key } = headers;
  return { method, path, query, body, authorization, type, key };
}

describe.each(['v1', '2024-10-21', '2025-04-01-preview'])('version %s of the API', (version) => {
  it.each([true, false])('is asked as by the vendor’s client, streamed: %s', async (stream) => {
    const client = vendorClient(version);
    const fields: OpenAI.ChatCompletionCreateParamsNonStreaming = {
      model: MODEL,
      messages: [QUESTION],
      max_tokens: 100,
      tools: TOOLS,
      tool_choice: 'auto',
      temperature: 0.5,
    };
    const texts: string[] = [];
    if (stream) {
      const chunks = await client.chat.completions.create({
        ...fields,
        stream,
        stream_options: { include_usage: true },
      });
      for await (const { choices } of chunks) texts.push(choices[0]?.delta?.content ?? '');
    } else {
      const reply = await client.chat.completions.create({ ...fields, stream: false });
      texts.push(reply.choices[0]?.message.content ?? '');
    }
    expect(texts.join('')).toBe('Hello you');

    const engine = azureEngine({
      base_url: double.baseUrl,
      api_version: version,
      api_key: new Secret(AZURE_KEY),
    });
    const sink = new RecordingSink();
    const request = requestOf({ stream, tools: [WEATHER_TOOL], sampling: { temperature: 0.5 } });
    engine.start(request, MODEL, sink);
    await sink.done;
    expect(sink.text).toBe('Hello you');
    const [theirs, ours] = double.seen.map(comparable);
    expect(ours).toEqual(theirs);
    await engine.close();
  });

  it('D-ENG-37 is asked for responses at the path of the vendor’s client', async () => {
    const { output_text: text } = await vendorClient(version).responses.create({ model: MODEL, input: 'Hi' });
    expect(text).toBe('Hello you');
    const engine = azureEngine({
      base_url: double.baseUrl,
      api_version: version,
      api_key: new Secret(AZURE_KEY),
      dialect: 'openai-reasoning',
    });
    const sink = new RecordingSink();
    engine.start(requestOf({ stream: true }), MODEL, sink);
    await sink.done;
    expect(sink.text).toBe('Hello you');
    const [theirs, ours] = double.seen.map((seen) => ({ ...comparable(seen), body: seen.body['model'] }));
    expect(ours).toEqual(theirs);
    await engine.close();
  });

  it('is asked for embeddings as by the vendor’s client, in a deployment whose name is encoded', async () => {
    const model = 'my embeddings';
    const { data } = await vendorClient(version).embeddings.create({ model, input: ['a', 'bc'] });
    const engine = azureEngine({
      base_url: double.baseUrl,
      api_version: version,
      api_key: new Secret(AZURE_KEY),
    });
    const { signal } = new AbortController();
    const ours = await engine.embed!({ inputs: ['a', 'bc'], dimensions: 3 }, model, signal);
    expect(ours.vectors.map((vector) => [...vector])).toEqual(data.map(({ embedding }) => embedding));
    expect(ours.inputTokens).toBe(6);
    const [theirRequest, ourRequest] = double.seen.map(comparable);
    expect(ourRequest).toEqual(theirRequest);
    await engine.close();
  });
});

/** What two token requests are compared by: the fields that ours has, and what stands in an assertion. */
function tokenRequest(
  { path, query, metadata, form, assertion }: SeenTokenRequest,
  names: readonly string[],
): object {
  const { client_assertion: signed, ...fields } = form;
  // Numbers a request for the vendor's support.
  const { 'client-request-id': _number, ...asked } = query;
  const { alg, typ } = (assertion?.header ?? {}) as Record<string, unknown>;
  const { iss, sub } = (assertion?.claims ?? {}) as Record<string, unknown>;
  return {
    path,
    query: asked,
    metadata: metadata?.toLowerCase(),
    form: Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]])),
    assertion: assertion ? { alg, typ, iss, sub } : signed,
  };
}

const FIELDS = ['grant_type', 'client_id', 'client_secret', 'client_assertion_type'];

describe('tokens of Microsoft Entra ID', () => {
  const application = { tenant_id: TENANT.tenant, client_id: TENANT.clientId };
  const theirOptions = () => ({
    authorityHost: double.secureUrl,
    disableInstanceDiscovery: true,
    tlsOptions: { ca: LOCALHOST_CERTIFICATE.cert },
    retryOptions: { maxRetries: 0 },
  });
  const ours = (entra: Partial<Entra>): Entra => ({
    authority_url: double.baseUrl,
    metadata_url: double.baseUrl,
    scope: TENANT.scope,
    ...entra,
  });
  const { tenant, clientId, clientSecret } = TENANT;

  const kinds: Readonly<Record<string, () => Promise<readonly [TokenCredential, Entra]>>> = {
    'a client secret': async () => [
      new ClientSecretCredential(tenant, clientId, clientSecret, theirOptions()),
      ours({ ...application, client_secret: new Secret(clientSecret) }),
    ],
    'a certificate': async () => [
      new ClientCertificateCredential(tenant, clientId, CERTIFICATE_FILE, theirOptions()),
      ours({ ...application, certificate_file: CERTIFICATE_FILE }),
    ],
    'a workload identity': async () => {
      const tokenFile = join(directory, 'token');
      await writeFile(tokenFile, TENANT.federatedToken);
      return [
        new WorkloadIdentityCredential({
          ...theirOptions(),
          tenantId: tenant,
          clientId,
          tokenFilePath: tokenFile,
        }),
        ours({ ...application, token_file: tokenFile }),
      ];
    },
    'a managed identity': async () => {
      vi.stubEnv('AZURE_POD_IDENTITY_AUTHORITY_HOST', double.baseUrl);
      return [
        new ManagedIdentityCredential({ clientId, retryOptions: { maxRetries: 0 } }),
        ours({ managed_identity: true, client_id: clientId }),
      ];
    },
  };

  it.each(Object.entries(kinds))('are asked for with %s as by the vendor’s client', async (_name, kind) => {
    const [theirs, entra] = await kind();
    const their = await theirs.getToken(TENANT.scope);
    expect(double.entra.valid.has(their?.token ?? '')).toBe(true);
    const own = await entraTokens(entra, createClock()).next();
    expect(double.entra.valid.has(own.reveal())).toBe(true);
    const [theirRequest, ourRequest] = double.entra.seen.map((seen) => tokenRequest(seen, FIELDS));
    expect(ourRequest).toEqual(theirRequest);
    expect(double.entra.seen).toHaveLength(2);
  });
});
