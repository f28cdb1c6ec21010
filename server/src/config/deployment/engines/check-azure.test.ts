import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse, problemsOf } from '../../test-support/problems.ts';

const engines = (fields: string): string => `engines: { e: { type: azure-openai, ${fields} } }
models: [{ id: M, default: true, routes: [{ engine: e }] }]
`;
const APPLICATION = 'tenant_id: t, client_id: c';
const PEM = fileURLToPath(
  new URL('../../../../test-kit/engine-doubles/azure/application.pem', import.meta.url),
);
const NO_PEM = fileURLToPath(import.meta.url);
const MISSING = '/conf/gone.pem cannot be read (ENOENT)';

describe('engines of type azure-openai (D-ENG-1)', () => {
  it.each([
    ['without an address', 'api_key: k', 'resource: required, or base_url'],
    [
      'with two addresses',
      'resource: r, base_url: "http://h", api_key: k',
      'base_url: has no effect beside resource; give one of the two',
    ],
    [
      'with an address of an operation',
      'base_url: "https://h/openai/v1", api_key: k',
      'base_url: must end behind the host or port: the service appends /openai',
    ],
    [
      'with a host as resource',
      'resource: contoso.openai.azure.com, api_key: k',
      'resource: must be the name of a resource, such as contoso',
    ],
    [
      'with another version',
      'resource: r, api_version: v2, api_key: k',
      'api_version: must be v1 or a date such as 2024-10-21 or 2025-04-01-preview',
    ],
    [
      'with an application without a tenant',
      'resource: r, entra: { client_id: c, client_secret: s }',
      'entra.tenant_id: required, or managed_identity: true',
    ],
    [
      'with an application without an id',
      'resource: r, entra: { tenant_id: t, client_secret: s }',
      'entra.client_id: required, or managed_identity: true',
    ],
    [
      'with an application that proves nothing',
      `resource: r, entra: { ${APPLICATION} }`,
      'entra.client_secret: required, or certificate_file, token_file or managed_identity: true',
    ],
    [
      'with two proofs',
      `resource: r, entra: { ${APPLICATION}, client_secret: s, token_file: f }`,
      'entra.token_file: has no effect beside client_secret; give one of the two',
    ],
    [
      'with a managed identity that has a secret',
      'resource: r, entra: { managed_identity: true, client_secret: s }',
      'entra.client_secret: has no effect beside managed_identity; give one of the two',
    ],
    [
      'with a metadata server of an application',
      `resource: r, entra: { ${APPLICATION}, client_secret: s, metadata_url: "http://h" }`,
      'entra.metadata_url: has no effect without managed_identity; leave it out',
    ],
    [
      'with an identity endpoint of an application',
      `resource: r, entra: { ${APPLICATION}, client_secret: s, identity_endpoint: "http://h" }`,
      'entra.identity_endpoint: has no effect without managed_identity; leave it out',
    ],
    [
      'with an identity endpoint without its header',
      'resource: r, entra: { managed_identity: true, identity_endpoint: "http://h" }',
      'entra.identity_header: required with identity_endpoint',
    ],
    [
      'with an identity header without its endpoint',
      'resource: r, entra: { managed_identity: true, identity_header: h }',
      'entra.identity_endpoint: required with identity_header',
    ],
    [
      'with two servers of an identity',
      'resource: r, entra: { managed_identity: true, identity_endpoint: "http://h", identity_header: h, metadata_url: "http://h" }',
      'entra.metadata_url: has no effect beside identity_endpoint; give one of the two',
    ],
    [
      'with an unknown key of entra',
      'resource: r, entra: { managed_identity: true, tenant: t }',
      'entra.tenant: unknown key',
    ],
    [
      'with a certificate that is gone',
      `resource: r, entra: { ${APPLICATION}, certificate_file: gone.pem }`,
      `entra.certificate_file: ${MISSING}`,
    ],
    [
      'with a token file that is gone',
      `resource: r, entra: { ${APPLICATION}, token_file: gone.pem }`,
      `entra.token_file: ${MISSING}`,
    ],
    [
      'with a certificate of a key that is gone',
      `resource: r, keys: [{ name: a, entra: { ${APPLICATION}, certificate_file: gone.pem } }]`,
      `keys[0].entra.certificate_file: ${MISSING}`,
    ],
    [
      'with a file that holds no certificate',
      `resource: r, entra: { ${APPLICATION}, certificate_file: "${NO_PEM}" }`,
      `entra.certificate_file: ${NO_PEM} must hold a certificate and its private key, both in PEM and without a password`,
    ],
  ])('are refused %s', (_name, fields, problem) => {
    expect(problemsOf(engines(fields))).toEqual([`engines.e.${problem}`]);
  });

  it('list the dialects where there is no such one, on the engine and on its routes', () => {
    expect(problemsOf(engines('resource: r, api_key: k, dialect: azure')).join()).toMatch(
      /^engines\.e\.dialect: must be openai, openai-reasoning, azure-openai, .*anthropic$/,
    );
    const routed = engines('resource: r, api_key: k').replace('engine: e', 'engine: e, dialect: groq');
    expect(problemsOf(routed)).toEqual([]);
  });

  it.each([
    ['resource: contoso, api_key: k', 'https://contoso.openai.azure.com'],
    ['base_url: "http://127.0.0.1:8080/", api_key: k', 'http://127.0.0.1:8080'],
    ['resource: contoso, entra: { managed_identity: true }', 'https://contoso.openai.azure.com'],
    [
      `resource: contoso, entra: { ${APPLICATION}, certificate_file: "${PEM}" }`,
      'https://contoso.openai.azure.com',
    ],
  ])('with %s are called at %s', (fields, url) => {
    expect(parse(engines(fields)).config.engines['e']).toMatchObject({ base_url: url, api_version: 'v1' });
  });
});
