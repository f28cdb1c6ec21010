import { fileURLToPath } from 'node:url';

/** Has the profile of an engine. */
export const AWS_CONFIG_FILE = fileURLToPath(new URL('aws-config', import.meta.url));

/** Of an engine behind HTTP. */
export const RETENTION_CHECK = { url: 'http://127.0.0.1:1/retention', headers: { 'x-a': 'b' }, cache_s: 1 };

/** Every key of an engine on Bedrock, by each way to its credentials. */
export const BEDROCK_ENGINES = {
  b: {
    type: 'bedrock',
    region: 'eu-central-1',
    api_key: 'k',
    anthropic_api: 'converse',
    prompt_caching: 'off',
    base_url: 'http://127.0.0.1:1',
    control_url: 'http://127.0.0.1:1',
    sts_url: 'http://127.0.0.1:1',
    metadata_url: 'http://127.0.0.1:1',
    headers: { 'x-a': 'b' },
    max_concurrency: 1,
    timeouts: { first_output_s: 1, silence_s: 1, total_s: 1 },
    retention_check: RETENTION_CHECK,
  },
  bk: {
    type: 'bedrock',
    region: 'eu-central-1',
    credentials: { access_key_id: 'a', secret_access_key: 's', session_token: 't' },
  },
  bp: { type: 'bedrock', region: 'eu-central-1', credentials: { profile: 'work' } },
  bw: {
    type: 'bedrock',
    region: 'eu-central-1',
    credentials: { role_arn: 'arn:aws:iam::123456789012:role/svc', web_identity_token_file: '/dev/null' },
  },
  bd: { type: 'bedrock', region: 'eu-central-1', credentials: { from: 'default' } },
};

/** The same as keys of one engine. */
export const BEDROCK_WITH_KEYS = {
  type: 'bedrock',
  region: 'eu-central-1',
  keys: [
    { name: 'a', weight: 2, max_concurrency: 1, api_key: 'k' },
    { name: 'k', credentials: BEDROCK_ENGINES.bk.credentials },
    { name: 'p', credentials: BEDROCK_ENGINES.bp.credentials },
    { name: 'w', credentials: BEDROCK_ENGINES.bw.credentials },
    { name: 'd', credentials: BEDROCK_ENGINES.bd.credentials },
  ],
};
