import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import type { SignatureV4 } from '@smithy/signature-v4';
import type { AwsKeys } from './aws-keys.ts';

/** What is signed of a request. `body`: its text, or the digest of one that is too long to be one text. */
export interface SignableRequest {
  readonly method: string;
  readonly host: string;
  /** As it is sent, percent-encoded. */
  readonly path: string;
  readonly contentType: string;
  readonly body: string | { readonly sha256: string };
}

export interface SigningScope {
  readonly region: string;
  readonly service: string;
  readonly nowMs: number;
}

/** The library hashes by what it is given. */
class NodeSha256 {
  readonly #hash: Hash | Hmac;

  constructor(key?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash =
      key === undefined
        ? createHash('sha256')
        : createHmac('sha256', typeof key === 'string' ? key : toBuffer(key));
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(typeof data === 'string' ? data : toBuffer(data));
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }

  reset(): void {}
}

function toBuffer(data: ArrayBuffer | ArrayBufferView): Buffer {
  return ArrayBuffer.isView(data)
    ? Buffer.from(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength)
    : Buffer.from(data);
}

/** Of the vendor's library only this is used, and loaded with the first request that is signed. */
let library: Promise<typeof SignatureV4> | undefined;

/** The headers of Signature Version 4. The digest of the body is one of them. */
export async function signRequest(
  { method, host, path, contentType, body }: SignableRequest,
  { accessKeyId, secretAccessKey, sessionToken }: AwsKeys,
  { region, service, nowMs }: SigningScope,
): Promise<Readonly<Record<string, string>>> {
  library ??= import('@smithy/signature-v4').then(({ SignatureV4: loaded }) => loaded);
  const Signer = await library;
  const credentials = {
    accessKeyId,
    secretAccessKey,
    ...(sessionToken === undefined ? {} : { sessionToken }),
  };
  const signer = new Signer({ credentials, region, service, sha256: NodeSha256 });
  const sha256 = typeof body === 'string' ? createHash('sha256').update(body).digest('hex') : body.sha256;
  const own = { host, 'content-type': contentType, 'x-amz-content-sha256': sha256 };
  const [hostname = host] = host.split(':');
  // What stands behind the path is signed apart from it.
  const [pathname = '', search] = path.split('?');
  const query = Object.fromEntries(new URLSearchParams(search));
  const unsigned = { method, protocol: 'https:', hostname, path: pathname, query, headers: own };
  const { headers } = await signer.sign(unsigned, { signingDate: Math.floor(nowMs / 1000) });
  const { host: _host, 'content-type': _type, ...lines } = headers;
  return lines;
}
