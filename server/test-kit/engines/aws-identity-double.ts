import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import type { KnownKeys } from './verify-signature.ts';

/** What one server says in place of the security token service, the metadata of an instance, and that of a container. */
export interface AwsIdentityDouble {
  readonly url: string;
  /** As `AssumeRoleWithWebIdentity`, `/latest/api/token`. */
  readonly asked: string[];
  /** What it hands out, until when. */
  keys: KnownKeys;
  expiresAtMs: number;
  /** Status of every answer. */
  status: number;
  close(): Promise<void>;
}

const ROLE = 'svc-role';
const SESSION = 'session-of-metadata';
const CONTAINER_TOKEN = 'container-token';

export async function startAwsIdentityDouble(): Promise<AwsIdentityDouble> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      const answer = double.status === 200 ? responseTo(request, body, double) : undefined;
      response.writeHead(answer === undefined && double.status === 200 ? 403 : double.status).end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const double: AwsIdentityDouble = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    keys: { accessKeyId: 'ASIAONE', secretAccessKey: 'one', sessionToken: 'session-one' },
    expiresAtMs: Date.now() + 3_600_000,
    status: 200,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return double;
}

/** Undefined: refused. */
function responseTo(
  { method, url = '', headers }: IncomingMessage,
  body: string,
  { asked, keys, expiresAtMs }: AwsIdentityDouble,
): string | undefined {
  const form = new URLSearchParams(body);
  asked.push(form.get('Action') ?? url);
  const expiration = new Date(expiresAtMs).toISOString();
  if (method === 'POST') return isTrusted(form, headers.authorization) ? toXml(keys, expiration) : undefined;
  if (url === '/latest/api/token') return method === 'PUT' ? SESSION : undefined;
  const ours = JSON.stringify({
    AccessKeyId: keys.accessKeyId,
    SecretAccessKey: keys.secretAccessKey,
    Token: keys.sessionToken,
    Expiration: expiration,
  });
  if (url === '/container') return headers.authorization === CONTAINER_TOKEN ? ours : undefined;
  if (headers['x-aws-ec2-metadata-token'] !== SESSION) return undefined;
  return url.endsWith('/security-credentials/') ? `${ROLE}\n` : url.endsWith(`/${ROLE}`) ? ours : undefined;
}

/** A token proves who asks; other roles are asked for with a signature for this service. */
function isTrusted(form: URLSearchParams, authorization = ''): boolean {
  if (form.get('Action') === 'AssumeRoleWithWebIdentity') return form.get('WebIdentityToken') === 'web-token';
  return /\/sts\/aws4_request/.test(authorization);
}

function toXml({ accessKeyId, secretAccessKey, sessionToken = '' }: KnownKeys, expiration: string): string {
  return `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Result><Credentials>
    <AccessKeyId>${accessKeyId}</AccessKeyId><SecretAccessKey>${secretAccessKey}</SecretAccessKey>
    <SessionToken>${sessionToken}</SessionToken><Expiration>${expiration}</Expiration>
  </Credentials></Result></AssumeRoleResponse>`;
}
