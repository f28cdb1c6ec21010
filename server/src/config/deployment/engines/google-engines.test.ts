import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError } from '../../config-error.ts';
import { parseDeployment } from '../deployment.ts';
import type { EngineConfig, VertexEngineConfig } from '../deployment-types.ts';

const directory = mkdtempSync(join(tmpdir(), 'svc-google-engines-'));
afterAll(() => rmSync(directory, { recursive: true }));

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const ACCOUNT = {
  type: 'service_account',
  project_id: 'acme',
  private_key_id: 'k1',
  private_key: privateKey,
  client_email: 'svc@acme.iam.gserviceaccount.com',
  token_uri: 'https://oauth2.googleapis.com/token',
};
const PERSON = { type: 'authorized_user', client_id: 'c', client_secret: 's', refresh_token: 'r' };
const write = (name: string, content: unknown): string => {
  const path = join(directory, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
write('account.json', ACCOUNT);
write('person.json', PERSON);
write('other.json', { type: 'other' });
write('text.json', 'no JSON');
const { private_key: _none, ...keyless } = ACCOUNT;
write('keyless.json', keyless);
write('broken-key.json', { ...ACCOUNT, private_key: '-----BEGIN PRIVATE KEY-----\nx' });

type Variables = Readonly<Record<string, string>>;

function parseEngine(engine: object, variables: Variables = {}): EngineConfig {
  const document = {
    engines: { cloud: engine },
    models: [{ id: 'M', default: true, routes: [{ engine: 'cloud' }] }],
  };
  const { config } = parseDeployment(JSON.stringify(document), {
    source: 'f',
    baseUrl: 'http://localhost',
    directory,
    variable: (name) => variables[name],
    severalNodes: false,
    sendsMail: false,
  });
  return config.engines['cloud']!;
}

function problemsOf(engine: object, variables?: Variables): string[] {
  try {
    parseEngine(engine, variables);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(({ path, message }) => `${path}: ${message}`);
  }
}

const GEMINI = { type: 'gemini', api_key: 'k' };
const VERTEX = { type: 'vertex', project: 'acme', credentials: { file: 'account.json' } };
const credentials = (given: object) => ({ ...VERTEX, credentials: given });
const OF_TYPE = 'must be the JSON of a service account: its type is service_account, or external_account';

describe('engines of the types gemini and vertex', () => {
  it.each([
    ['no key', { type: 'gemini' }, 'engines.cloud.api_key: required, or keys'],
    ['an unknown key', { ...GEMINI, region: 'r' }, 'engines.cloud.region: unknown key'],
    [
      'a version that is none',
      { ...GEMINI, api_version: 'beta' },
      'engines.cloud.api_version: must be a version such as v1beta',
    ],
    ['no project', { type: 'vertex', credentials: { from: 'default' } }, 'engines.cloud.project: required'],
    ['no credential', { type: 'vertex', project: 'acme' }, 'engines.cloud.credentials: required, or keys'],
    ['no kind', credentials({}), 'engines.cloud.credentials: must have one of file, json and from'],
    [
      'two',
      credentials({ file: 'account.json', from: 'default' }),
      'engines.cloud.credentials: must have one of file, json and from',
    ],
    [
      'a location that is none',
      { ...VERTEX, location: 'Europe!' },
      'engines.cloud.location: must be global or the name of a region, such as europe-west4',
    ],
    [
      'a file that is missing',
      credentials({ file: 'none.json' }),
      `engines.cloud.credentials.file: ${join(directory, 'none.json')} does not exist`,
    ],
    [
      'a folder',
      credentials({ file: '.' }),
      `engines.cloud.credentials.file: ${directory} cannot be read (EISDIR)`,
    ],
    [
      'a file that is no JSON',
      credentials({ file: 'text.json' }),
      `engines.cloud.credentials.file: ${join(directory, 'text.json')} must be the JSON of a service account, and is no JSON`,
    ],
    [
      'JSON of something else',
      credentials({ file: 'other.json' }),
      `engines.cloud.credentials.file: ${join(directory, 'other.json')} ${OF_TYPE}`,
    ],
    [
      'JSON of a person',
      credentials({ file: 'person.json' }),
      `engines.cloud.credentials.file: ${join(directory, 'person.json')} ${OF_TYPE}`,
    ],
    [
      'an account without a key',
      credentials({ file: 'keyless.json' }),
      `engines.cloud.credentials.file: ${join(directory, 'keyless.json')} must be the JSON of a service account, and its private_key is missing or invalid`,
    ],
    [
      'an account with a broken key',
      credentials({ file: 'broken-key.json' }),
      `engines.cloud.credentials.file: ${join(directory, 'broken-key.json')} must be the JSON of a service account, and its private_key is missing or invalid`,
    ],
    ['text of something else', credentials({ json: '[]' }), `engines.cloud.credentials.json: ${OF_TYPE}`],
  ])('D-ENG-1 is refused with %s', (_what, engine, problem) => {
    expect(problemsOf(engine)).toEqual([problem]);
  });

  it('D-ENG-1 reads the credentials of each key', () => {
    const keys = [
      { name: 'a', credentials: { file: 'account.json' } },
      { name: 'b', weight: 2, credentials: { file: 'none.json' } },
    ];
    const given = { type: 'vertex', project: 'acme', keys };
    expect(problemsOf(given)).toEqual([
      `engines.cloud.keys[1].credentials.file: ${join(directory, 'none.json')} does not exist`,
    ]);
    expect(parseEngine({ ...given, keys: keys.slice(0, 1) })).toMatchObject({
      keys: [{ name: 'a', weight: 1, credentials: { type: 'service_account' } }],
    });
    expect(problemsOf({ ...VERTEX, keys })).toEqual([
      'engines.cloud.keys: has no effect beside credentials; give one of the two',
    ]);
  });

  it('D-ENG-1 quotes no secret', () => {
    const json = JSON.stringify({ ...ACCOUNT, client_email: 7, private_key: 'hidden' });
    expect(problemsOf(credentials({ json })).join()).not.toContain('hidden');
  });

  it.each([
    ['global', 'https://aiplatform.googleapis.com'],
    ['europe-west4', 'https://europe-west4-aiplatform.googleapis.com'],
    ['us', 'https://aiplatform.us.rep.googleapis.com'],
    ['eu', 'https://aiplatform.eu.rep.googleapis.com'],
  ])('D-ENG-5 %s has the address %s', (location, address) => {
    expect(parseEngine({ ...VERTEX, location })).toMatchObject({ base_url: address, location });
  });

  it('D-ENG-3 takes other addresses, also of this machine', () => {
    const given = {
      base_url: 'http://127.0.0.1:1/proxy/',
      token_url: 'http://[::1]:2/token',
      metadata_url: 'http://169.254.169.254',
    };
    expect(parseEngine({ ...VERTEX, ...given })).toMatchObject({
      ...given,
      base_url: 'http://127.0.0.1:1/proxy',
    });
    expect(parseEngine({ ...GEMINI, base_url: 'http://10.0.0.1' })).toMatchObject({
      base_url: 'http://10.0.0.1',
      api_version: 'v1beta',
    });
    expect(parseEngine(GEMINI)).toMatchObject({ base_url: 'https://generativelanguage.googleapis.com' });
  });

  const home = join(directory, 'home');
  mkdirSync(join(home, '.config/gcloud'), { recursive: true });
  write('home/.config/gcloud/application_default_credentials.json', PERSON);

  it.each([
    [
      'the file that is named',
      { GOOGLE_APPLICATION_CREDENTIALS: join(directory, 'account.json'), HOME: home },
      'service_account',
    ],
    ['else that of gcloud', { HOME: home }, 'authorized_user'],
    [
      'else that in a folder of its own',
      { CLOUDSDK_CONFIG: join(home, '.config/gcloud') },
      'authorized_user',
    ],
    ['else the metadata server', { HOME: directory }, 'metadata'],
    ['also without a home', {}, 'metadata'],
  ])('D-ENG-2 takes by default %s', (_what, variables, type) => {
    const { credentials: found } = parseEngine(
      credentials({ from: 'default' }),
      variables,
    ) as VertexEngineConfig;
    expect(found?.type).toBe(type);
  });

  it('D-ENG-2 reads the environment only where it is asked to', () => {
    const variables = { GOOGLE_APPLICATION_CREDENTIALS: '/none', HOME: home };
    expect(parseEngine(VERTEX, variables)).toMatchObject({ credentials: { type: 'service_account' } });
    expect(problemsOf(credentials({ from: 'default' }), variables)).toEqual([
      'engines.cloud.credentials.from: GOOGLE_APPLICATION_CREDENTIALS: /none does not exist',
    ]);
  });
});
