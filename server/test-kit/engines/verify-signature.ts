import { createHash, createHmac } from 'node:crypto';

export interface SignedRequest {
  readonly method: string;
  /** As it came: path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Keys that the double knows. */
export interface KnownKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

const SIGNED =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** What Signature Version 4 says of a request, computed after AWS's documentation. Undefined: it is signed rightly. */
export function signatureProblem(
  { method, target, headers, body }: SignedRequest,
  keys: readonly KnownKeys[],
  { region, service }: { readonly region: string; readonly service: string },
): string | undefined {
  const valueOf = (name: string): string => String(headers[name] ?? '');
  const read = SIGNED.exec(valueOf('authorization'));
  if (!read) return 'MissingAuthenticationTokenException';
  const [, keyId, day = '', inRegion, forService, names = '', signature] = read;
  const known = keys.find(({ accessKeyId }) => accessKeyId === keyId);
  if (!known || valueOf('x-amz-security-token') !== (known.sessionToken ?? ''))
    return 'UnrecognizedClientException';
  if (inRegion !== region || forService !== service) return 'InvalidSignatureException';
  const [path = '', query = ''] = target.split('?');
  const canonical = [
    method,
    path.split('/').map(encodeURIComponent).join('/'),
    query.split('&').toSorted().join('&'),
    ...names
      .split(';')
      .map((name) => `${name}:${valueOf(name === 'host' && !headers['host'] ? ':authority' : name).trim()}`),
    '',
    names,
    sha256(body),
  ].join('\n');
  const date = valueOf('x-amz-date');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = [region, service, 'aws4_request'].reduce<Buffer>(
    hmac,
    hmac(`AWS4${known.secretAccessKey}`, day),
  );
  const isRight = hmac(key, toSign).toString('hex') === signature && date.startsWith(day);
  return isRight ? undefined : 'InvalidSignatureException';
}
