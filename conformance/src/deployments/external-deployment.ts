import { CommandLineError } from '../runner/command-line.ts';
import { readCredentials, type Credentials } from './credentials.ts';
import { Deployment } from './deployment.ts';
import { send, type HttpResponse } from '../http/http-exchange.ts';
import { CREDENTIALS_FILE } from './variants.ts';

/**
 * A deployment somebody else runs. Throws CommandLineError when it is not there or refuses the key `main`: then every
 * check would fail, and none for a reason of its own.
 */
export async function externalDeployment(baseUrl: string, credentialsFile: string): Promise<Deployment> {
  const credentials = await readCredentials(credentialsFile);
  await assertKnownParts(credentials);
  const deployment = new Deployment({ baseUrl, credentials });
  await assertAvailable(deployment, 'main' in credentials ? deployment.credential('main') : undefined);
  return deployment;
}

/** A misspelled name would go unnoticed, because its checks would just not run. */
async function assertKnownParts(credentials: Credentials): Promise<void> {
  const fixture = await readCredentials(CREDENTIALS_FILE);
  const [names, known] = [Object.keys(credentials), Object.keys(fixture)];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new CommandLineError(
      `The credentials file has names that no check uses: ${unknown.join(', ')}. Known names: ${known.join(', ')}.`,
    );
  }
  const other = names.filter((name) => typeof credentials[name] !== typeof fixture[name]);
  if (other.length > 0) {
    throw new CommandLineError(
      `conformance/fixture/credentials.yaml writes these names in another way: ${other.join(', ')}.`,
    );
  }
}

async function assertAvailable({ baseUrl }: Deployment, secret: string | undefined): Promise<void> {
  const { status, text } = await reach(`${baseUrl}/v1/models`, secret);
  if (status === 401 && secret !== undefined) {
    throw new CommandLineError(`${baseUrl} refuses the credential "main": ${text}`);
  }
  if (status === 404)
    throw new CommandLineError(
      `${baseUrl} has no /v1/models. Give the address before /v1, like http://localhost:8080.`,
    );
}

async function reach(url: string, secret: string | undefined): Promise<HttpResponse> {
  try {
    return await send(url, { headers: secret === undefined ? {} : { authorization: `Bearer ${secret}` } });
  } catch (error) {
    // Several addresses tried in vain are one error without a message.
    const { message, code } = error as NodeJS.ErrnoException;
    throw new CommandLineError(`Nothing answers at ${url}: ${message || code}.`);
  }
}
