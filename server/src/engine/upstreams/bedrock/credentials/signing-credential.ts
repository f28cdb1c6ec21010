import { createHash } from 'node:crypto';
import type { Clock } from '#kit';
import type { Credential, UnsignedRequest } from '../../http/credentials/credential.ts';
import type { TokenSource } from '../../http/credentials/token-source.ts';
import { keysOf } from './aws-keys.ts';
import { signRequest } from './sign-request.ts';

export interface SigningOptions {
  /** With its port, if that is not the usual one. */
  readonly host: string;
  readonly region: string;
  readonly clock: Clock;
  /** Other keys can be had when these have ended. */
  readonly isRenewable: boolean;
}

const KEY_ID = /Credential=([^/]+)\//;

/** Signs each request with keys that may end. */
export class SigningCredential implements Credential {
  readonly #source: TokenSource;
  readonly #options: SigningOptions;

  constructor(source: TokenSource, options: SigningOptions) {
    this.#source = source;
    this.#options = options;
  }

  async authorize({ path, body, method }: UnsignedRequest): Promise<string> {
    const token = await this.#source.next();
    const { host, region, clock } = this.#options;
    const signed = typeof body === 'string' ? body : { sha256: await digestOf(body()) };
    const request = { method: method ?? 'POST', host, path, contentType: 'application/json', body: signed };
    const headers = await signRequest(request, keysOf(token), {
      region,
      service: 'bedrock',
      nowMs: clock.nowMs(),
    });
    return Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
  }

  accepted(): void {
    this.#source.accepted();
  }

  /** Lines that were never made ask for nothing new: the keys could not be had. */
  refused(lines: string): boolean {
    const keyId = KEY_ID.exec(lines)?.[1];
    if (keyId === undefined || !this.#options.isRenewable) return false;
    const held = this.#source.current;
    if (!held || keysOf(held).accessKeyId !== keyId) return true;
    return this.#source.refused(held.reveal());
  }
}

/** A long body is written once for its digest, and once more to be sent: holding it would take its size in memory. */
async function digestOf(chunks: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}
