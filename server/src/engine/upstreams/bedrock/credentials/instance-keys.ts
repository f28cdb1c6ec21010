import { askTokenServer } from '../../http/credentials/ask-token-server.ts';
import { readKeys, refusedKeys, type AwsKeys } from './aws-keys.ts';

const KEYS_PATH = '/latest/meta-data/iam/security-credentials/';
/** Only for the three requests below. */
const SESSION_SECONDS = 300;

/** The keys of the machine's role, by the session-oriented version of the instance metadata service. */
export async function fetchInstanceKeys(metadataUrl: string): Promise<AwsKeys> {
  const session = await askTokenServer(`${metadataUrl}/latest/api/token`, {
    method: 'PUT',
    headers: { 'x-aws-ec2-metadata-token-ttl-seconds': String(SESSION_SECONDS) },
  });
  const headers = { 'x-aws-ec2-metadata-token': session.trim() };
  const roles = await askTokenServer(`${metadataUrl}${KEYS_PATH}`, { headers });
  const role = roles.trim().split('\n')[0]?.trim() ?? '';
  if (!/^[\w+=,.@-]+$/.test(role)) throw refusedKeys();
  return readKeys(await askTokenServer(`${metadataUrl}${KEYS_PATH}${role}`, { headers }));
}
