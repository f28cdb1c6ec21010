import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

interface Options {
  readonly challenge: string;
  readonly user?: { readonly id: string };
}

/** A device with one passkey, as a browser speaks for it (Web Authentication, ES256, no attestation). */
export class SoftwarePasskey {
  readonly #origin: string;
  #id = randomBytes(32);
  #privateKey: KeyObject;
  #publicKey: KeyObject;
  readonly #flags: number;
  #uses = 0;

  /** `verifies`: it asks for finger, face or PIN. */
  constructor(origin: string, { verifies = true }: { readonly verifies?: boolean } = {}) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
    this.#flags = USER_PRESENT | (verifies ? USER_VERIFIED : 0);
  }

  /** What somebody has who got at the device's storage. Both count on from here. */
  copy(): SoftwarePasskey {
    const copy = this.forged();
    [copy.#privateKey, copy.#publicKey, copy.#uses] = [this.#privateKey, this.#publicKey, this.#uses];
    return copy;
  }

  /** Another device's passkey under the id of this one. */
  forged(): SoftwarePasskey {
    const forged = new SoftwarePasskey(this.#origin);
    forged.#id = this.#id;
    return forged;
  }

  create({ challenge }: Options): object {
    const idLength = Buffer.alloc(2);
    idLength.writeUInt16BE(this.#id.length);
    const credential = Buffer.concat([Buffer.alloc(16), idLength, this.#id, this.#coseKey()]);
    const authData = Buffer.concat([this.#authData(HAS_CREDENTIAL), credential]);
    const attestationObject = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    const clientDataJSON = this.#clientData('webauthn.create', challenge);
    return this.#respond({
      clientDataJSON: text(clientDataJSON),
      attestationObject: text(attestationObject),
      transports: ['internal'],
    });
  }

  get({ challenge }: Options): object {
    const authenticatorData = this.#authData(0);
    const clientDataJSON = this.#clientData('webauthn.get', challenge);
    const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
    const signature = createSign('sha256').update(signed).sign(this.#privateKey);
    return this.#respond({
      clientDataJSON: text(clientDataJSON),
      authenticatorData: text(authenticatorData),
      signature: text(signature),
    });
  }

  #respond(response: object): object {
    return {
      id: text(this.#id),
      rawId: text(this.#id),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    };
  }

  #authData(flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(++this.#uses);
    return Buffer.concat([
      sha256(Buffer.from(new URL(this.#origin).hostname)),
      Buffer.from([this.#flags | flags]),
      counter,
    ]);
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    const point = (coordinate: string) => Buffer.from(coordinate, 'base64url');
    return cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, point(x)],
        [-3, point(y)],
      ]),
    );
  }
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function text(bytes: Buffer): string {
  return bytes.toString('base64url');
}

/** The few forms of CBOR that are needed. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(([key, item]) => [cbor(key), cbor(item)]),
  ]);
}

function head(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size]);
  return size < 256
    ? Buffer.from([(kind << 5) | 24, size])
    : Buffer.from([(kind << 5) | 25, size >> 8, size & 255]);
}
