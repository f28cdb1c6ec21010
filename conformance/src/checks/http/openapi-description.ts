import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { assertCompletedStream } from '../../calls/chat-stream.ts';
import { CHAT, HELLO, wholeReply } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';

const PATH = '/api/openapi';

interface Operation {
  readonly operationId: string;
  readonly requestBody: { readonly content: Readonly<Record<string, { readonly schema: Reference }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Reference }>> }>
  >;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
}

interface Reference {
  readonly $ref?: string;
}

interface Schema extends Reference {
  readonly properties?: Readonly<Record<string, { readonly default?: unknown }>>;
  readonly required?: readonly string[];
}

interface Description {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: Readonly<Record<string, { readonly type: string; readonly scheme: string }>>;
  };
}

async function description(deployment: Deployment): Promise<Description> {
  return parse((await deployment.send(PATH)).text) as Description;
}

/** The one operation of today's file. */
async function operation(deployment: Deployment): Promise<Operation> {
  const found = (await description(deployment)).paths['/chat/completions']?.['post'];
  assert.ok(found, 'POST /chat/completions is described');
  return found;
}

function resolve({ components }: Description, { $ref: reference }: Reference): Schema {
  const name = /^#\/components\/schemas\/(\w+)$/.exec(String(reference))?.[1];
  const schema = name === undefined ? undefined : components.schemas[name];
  assert.ok(schema, `${reference} is in the file`);
  return schema;
}

check('OAS-01', 'the description needs no credential, and ignores one', async (deployment) => {
  for (const headers of [
    {},
    { authorization: 'Bearer nonsense' },
    { authorization: `Bearer ${deployment.credential('public')}` },
  ]) {
    assert.equal((await deployment.send(PATH, { headers })).status, 200);
  }
});

check('OAS-02', 'it is YAML with the matching media type', async (deployment) => {
  const response = await deployment.send(PATH);
  assert.equal(response.headers['content-type'], 'application/yaml');
  assert.equal(typeof parse(response.text), 'object');
  assert.throws(() => response.json(), 'it is not JSON under another name');
});

check('OAS-03', 'it is OpenAPI 3.0', async (deployment) => {
  const { openapi, info } = await description(deployment);
  assert.match(openapi, /^3\.0\.\d+$/);
  assert.deepEqual([typeof info.title, typeof info.version], ['string', 'string']);
});

check('OAS-04', 'any web origin may read it', async (deployment) => {
  for (const headers of [{}, { origin: 'https://elsewhere.test' }, { origin: 'null' }]) {
    assert.equal((await deployment.send(PATH, { headers })).headers['access-control-allow-origin'], '*');
  }
});

check('OAS-05', 'it may be cached for up to five minutes, and revalidated', async (deployment) => {
  const { headers } = await deployment.send(PATH);
  const maxAge = /\bmax-age=(\d+)/.exec(String(headers['cache-control']))?.[1];
  assert.ok(Number(maxAge) <= 300, `cache-control ${headers['cache-control']}`);
  assert.ok(headers.etag, 'there is an ETag');
  const again = await deployment.send(PATH, { headers: { 'if-none-match': headers.etag } });
  assert.deepEqual([again.status, again.text], [304, '']);
});

check('OAS-06', 'it has one server and one operation, createChatCompletion', async (deployment) => {
  const { servers, paths } = await description(deployment);
  assert.equal(servers.length, 1);
  assert.match(String(servers[0]?.url), /^https?:\/\/[^\s/]+\/v1$/);
  assert.deepEqual(Object.keys(paths), ['/chat/completions']);
  assert.deepEqual(Object.keys(paths['/chat/completions'] ?? {}), ['post']);
  assert.equal((await operation(deployment)).operationId, 'createChatCompletion');
});

check(
  'OAS-07',
  'it has the schemas of request, response and errors, and one bearer security scheme',
  async (deployment) => {
    const file = await description(deployment);
    const { requestBody, responses, security } = await operation(deployment);
    assert.ok(resolve(file, requestBody.content['application/json']?.schema ?? {}).properties?.['messages']);
    assert.ok(
      resolve(file, responses['200']?.content?.['application/json']?.schema ?? {}).properties?.['choices'],
    );
    for (const [status, { content }] of Object.entries(responses)) {
      if (status !== '200')
        assert.ok(resolve(file, content?.['application/json']?.schema ?? {}).properties?.['error'], status);
    }
    const schemes = Object.entries(file.components.securitySchemes);
    assert.deepEqual(
      schemes.map(([, { type, scheme }]) => [type, scheme]),
      [['http', 'bearer']],
    );
    assert.deepEqual(
      (security ?? file.security)?.map((entry) => Object.keys(entry)),
      [[schemes[0]?.[0]]],
    );
  },
);

check('OAS-07', 'every $ref in it resolves', async (deployment) => {
  const { text } = await deployment.send(PATH);
  const file = parse(text) as Description;
  const references = [...text.matchAll(/\$ref: "?([^"\s]+)"?/g)].map((match) => match[1] as string);
  assert.ok(references.length > 0);
  for (const $ref of references) resolve(file, { $ref });
});

check(
  'OAS-18',
  'it documents stream as false by default, while the service streams by default',
  async (deployment) => {
    const file = await description(deployment);
    const request = resolve(
      file,
      (await operation(deployment)).requestBody.content['application/json']?.schema ?? {},
    );
    assert.equal(request.properties?.['stream']?.default, false);
    assertCompletedStream(await deployment.post(CHAT, { messages: HELLO }));
  },
);

check('OAS-19', 'it has the sampling fields, which have no effect', async (deployment) => {
  const file = await description(deployment);
  const request = resolve(
    file,
    (await operation(deployment)).requestBody.content['application/json']?.schema ?? {},
  );
  const sampling = { temperature: 0.1, top_p: 0.2, n: 3, presence_penalty: 1, frequency_penalty: 1 };
  for (const name of Object.keys(sampling)) assert.ok(request.properties?.[name], name);
  await wholeReply(deployment, sampling);
  const { body } = await deployment.upstream.nextRequest();
  for (const name of Object.keys(sampling)) assert.ok(!(name in body), `${name} does not reach the engine`);
});

check('OAS-20', 'it lists only some error statuses, although others occur', async (deployment) => {
  const { responses } = await operation(deployment);
  for (const status of ['200', '400', '401', '402', '403', '413', '429', '500', '502', '503'])
    assert.ok(responses[status], status);
  assert.ok(!('405' in responses));
  assert.equal((await deployment.send(CHAT)).status, 405);
});

check('OAS-01', 'it is read by GET and HEAD only (D-02, D-03)', async (deployment) => {
  const get = await deployment.send(PATH);
  const head = await deployment.send(PATH, { method: 'HEAD' });
  assert.deepEqual(
    [head.status, head.text, head.headers['content-length']],
    [200, '', String(get.bytes.length)],
  );
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const response = await deployment.send(PATH, { method });
    assert.deepEqual([response.status, response.headers.allow], [405, 'GET, HEAD'], method);
  }
});

check('OAS-06', 'it reveals nothing about the engines behind the service', async (deployment) => {
  const { text } = await deployment.send(PATH);
  assert.doesNotMatch(text, /openai|anthropic|llama|vllm|gpt|claude/i);
});
