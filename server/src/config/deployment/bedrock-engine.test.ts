import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Secret } from '#kit';
import { parseDeployment, type BedrockEngineConfig, type ConfigError } from '../index.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-bedrock-'));
  writeFileSync(join(folder, 'config'), '[default]\nregion=x\n[profile work]\nregion=x\n');
  writeFileSync(join(folder, 'token'), 'web-token');
});
afterAll(() => rmSync(folder, { recursive: true }));

type Variables = Readonly<Record<string, string>>;

function parse(engine: object, variables: Variables = {}): BedrockEngineConfig {
  const document = {
    engines: { aws: { type: 'bedrock', region: 'eu-central-1', ...engine } },
    models: [{ id: 'm', default: true, routes: [{ engine: 'aws' }] }],
  };
  const { config } = parseDeployment(JSON.stringify(document), {
    source: 'f',
    baseUrl: 'http://localhost',
    directory: folder,
    variable: (name) => variables[name],
    severalNodes: false,
    sendsMail: false,
  });
  return config.engines['aws'] as BedrockEngineConfig;
}

function problemsOf(engine: object, variables?: Variables): string[] {
  try {
    parse(engine, variables);
    return [];
  } catch (error) {
    return (error as ConfigError).problems.map(({ path, message }) => `${path}: ${message}`);
  }
}

const ROLE = 'arn:aws:iam::123456789012:role/svc';
const credentials = (fields: object): object => ({ credentials: fields });

describe('an engine of type bedrock', () => {
  const SSO =
    '[profile base]\nsso_start_url = https://acme.awsapps.com/start # ours\nsso_region=eu-central-1\n';
  const ROLE_OF = (source: string) => `[profile work]\nrole_arn=${ROLE}\n${source}\n`;

  it.each<[string, string, string | undefined]>([
    ['single sign-on', SSO.replace('base', 'work'), 'single sign-on'],
    ['single sign-on behind a role', SSO + ROLE_OF('source_profile=base'), 'single sign-on'],
    ['a login', '[profile work]\nlogin_session=arn:aws:iam::1:user/a\n', 'login_session'],
    ['an instance', ROLE_OF('credential_source=Ec2InstanceMetadata'), 'credential_source'],
    ['a container', ROLE_OF('credential_source=EcsContainer'), 'credential_source'],
    ['variables', ROLE_OF('credential_source=Environment'), undefined],
    ['a command', '[profile work]\ncredential_process=/bin/keys\n', undefined],
    ['keys', `${SSO.replace('base', 'work')}aws_access_key_id=a\naws_secret_access_key=b\n`, undefined],
    [
      'a role of itself',
      `${ROLE_OF('source_profile=work')}aws_access_key_id=a\naws_secret_access_key=b\n`,
      undefined,
    ],
    [
      'a circle',
      `${ROLE_OF('source_profile=base')}[profile base]\nrole_arn=r\nsource_profile=work\n`,
      undefined,
    ],
    ['a token file', ROLE_OF('web_identity_token_file=/token'), undefined],
  ])('D-ENG-3 with a profile that has its keys from %s', (_what, text, source) => {
    const file = join(folder, 'files');
    writeFileSync(file, text);
    const variables = { AWS_CONFIG_FILE: file, AWS_PROFILE: 'work' };
    const address = 'http://127.0.0.1:1';
    for (const way of [{ profile: 'work' }, { from: 'default' }]) {
      const engine = credentials(way);
      expect(problemsOf(engine, variables), 'with addresses of AWS').toEqual([]);
      for (const name of ['base_url', 'control_url', 'sts_url', 'metadata_url']) {
        const [field = ''] = Object.keys(way);
        const refused = `engines.aws.credentials.${field}: the profile "work" has its keys from ${source},`;
        expect(problemsOf({ ...engine, [name]: address }, variables)).toEqual(
          source === undefined ? [] : [expect.stringContaining(refused)],
        );
      }
    }
  });

  it.each<[string, object, RegExp]>([
    [
      'two ways',
      credentials({ from: 'default', profile: 'work' }),
      /^engines\.aws\.credentials: has profile and from/,
    ],
    ['no way', credentials({}), /^engines\.aws\.credentials: needs/],
    [
      'half a key',
      credentials({ access_key_id: 'a' }),
      /^engines\.aws\.credentials\.secret_access_key: required$/,
    ],
    ['a role alone', credentials({ role_arn: ROLE }), /\.web_identity_token_file: required$/],
    [
      'a missing file',
      credentials({ role_arn: ROLE, web_identity_token_file: 'gone' }),
      /^engines\.aws\.credentials\.web_identity_token_file: .*gone does not exist$/,
    ],
    [
      'a missing profile',
      credentials({ profile: 'gone' }),
      /^engines\.aws\.credentials\.profile: there is no profile/,
    ],
    [
      'a missing profile of a key',
      {
        keys: [
          { name: 'a', api_key: 'k' },
          { name: 'b', ...credentials({ profile: 'gone' }) },
        ],
      },
      /^engines\.aws\.keys\[1\]\.credentials\.profile: there is no profile/,
    ],
    ['an unknown key', { api_key: 'k', endpoint: 'x' }, /endpoint/],
    ['a wrong region', { api_key: 'k', region: 'Frankfurt' }, /^engines\.aws\.region: /],
  ])('D-ENG-1 is refused with %s, by path', (_what, engine, problem) => {
    expect(problemsOf(engine)).toEqual([expect.stringMatching(problem)]);
  });

  it('D-ENG-3 has the addresses of its region where it names no others', () => {
    expect(parse({ api_key: 'k' })).toMatchObject({
      base_url: 'https://bedrock-runtime.eu-central-1.amazonaws.com',
      control_url: 'https://bedrock.eu-central-1.amazonaws.com',
      sts_url: 'https://sts.eu-central-1.amazonaws.com',
      metadata_url: 'http://169.254.169.254',
    });
    expect(parse({ api_key: 'k', region: 'cn-north-1' }).base_url).toMatch(/\.amazonaws\.com\.cn$/);
    expect(parse({ api_key: 'k', base_url: 'http://10.0.0.1:1/' }).base_url).toBe('http://10.0.0.1:1');
  });

  it('D-ENG-1 has keys in place of a credential, each found as one of an engine', () => {
    const { credentials: own, keys = [] } = parse(
      {
        keys: [
          { name: 'a', api_key: 'k', weight: 3 },
          { name: 'b', max_concurrency: 2, ...credentials({ profile: 'work' }) },
          { name: 'c', ...credentials({ from: 'default' }) },
        ],
      },
      { AWS_CONFIG_FILE: join(folder, 'config') },
    );
    expect(own).toBeUndefined();
    expect(keys).toEqual([
      { name: 'a', weight: 3, credentials: { type: 'bearer', token: new Secret('k') } },
      { name: 'b', weight: 1, max_concurrency: 2, credentials: expect.objectContaining({ profile: 'work' }) },
      { name: 'c', weight: 1, credentials: expect.objectContaining({ profile: 'default' }) },
    ]);
  });

  it('D-ENG-2 takes the first of the environment, in order', () => {
    const all: Record<string, string> = {
      AWS_BEARER_TOKEN_BEDROCK: 'b',
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 's',
      AWS_WEB_IDENTITY_TOKEN_FILE: '/token',
      AWS_ROLE_ARN: ROLE,
      AWS_PROFILE: 'work',
      AWS_CONFIG_FILE: join(folder, 'config'),
      AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: '/container',
    };
    const types: (string | undefined)[] = [];
    for (const name of [
      '',
      'AWS_BEARER_TOKEN_BEDROCK',
      'AWS_ACCESS_KEY_ID',
      'AWS_ROLE_ARN',
      'AWS_CONFIG_FILE',
      'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI',
    ]) {
      delete all[name];
      if (name === 'AWS_CONFIG_FILE') delete all['AWS_PROFILE'];
      types.push(parse(credentials({ from: 'default' }), all).credentials?.type);
    }
    expect(types).toEqual(['bearer', 'static', 'web_identity', 'profile', 'container', 'instance']);
  });

  it('D-ENG-2 reads the environment only where it is named', () => {
    const variables = { AWS_BEARER_TOKEN_BEDROCK: 'b', AWS_CONFIG_FILE: join(folder, 'config') };
    expect(parse(credentials({ profile: 'work' }), variables).credentials?.type).toBe('profile');
    expect(
      parse(credentials({ role_arn: ROLE, web_identity_token_file: 'token' }), variables).credentials,
    ).toEqual({
      type: 'web_identity',
      roleArn: ROLE,
      tokenFile: join(folder, 'token'),
    });
    expect(problemsOf(credentials({ from: 'default' }), { AWS_BEARER_TOKEN_BEDROCK: 'b\nx: y' })).toEqual([
      'engines.aws.credentials.from: AWS_BEARER_TOKEN_BEDROCK must be printable ASCII on one line',
    ]);
    expect(problemsOf(credentials({ from: 'default' }), { AWS_PROFILE: 'gone' })).toEqual([
      expect.stringMatching(/^engines\.aws\.credentials\.from: there is no profile "gone"/),
    ]);
  });
});
