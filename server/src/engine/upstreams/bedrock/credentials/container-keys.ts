import type { AwsCredentials } from '#config';
import { askTokenServer } from '../../http/credentials/ask-token-server.ts';
import { readTokenFile } from '../../http/credentials/read-token-file.ts';
import { readKeys, type AwsKeys } from './aws-keys.ts';

type ContainerCredentials = Extract<AwsCredentials, { readonly type: 'container' }>;

/** Where containers find their keys if the variable has only a path. */
const CONTAINER_SERVER = 'http://169.254.170.2';
const INSTANCE_SERVER = 'http://169.254.169.254';

/** The keys of a container's task or pod. A metadata address of the operator takes the place of the vendor's. */
export async function fetchContainerKeys(
  { url, authorization, authorizationFile }: ContainerCredentials,
  metadataUrl: string,
): Promise<AwsKeys> {
  const server = metadataUrl === INSTANCE_SERVER ? CONTAINER_SERVER : metadataUrl;
  const token =
    authorizationFile === undefined
      ? authorization?.reveal()
      : (await readTokenFile(authorizationFile)).trim();
  const headers = token === undefined ? {} : { authorization: token };
  return readKeys(await askTokenServer(url.startsWith('/') ? server + url : url, { headers }));
}
