const HEADER_BYTES = 12;
const IS_RESPONSE = 0x8180;

export interface DnsQuestion {
  /** In lower case. */
  readonly name: string;
  readonly type: number;
  readonly bytes: Buffer;
}

export interface DnsAnswer {
  readonly name: string;
  readonly type: number;
  readonly value: Buffer;
  readonly ttlSeconds?: number;
}

export function encodeName(name: string): Buffer {
  return Buffer.concat([
    ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.of(0),
  ]);
}

export function decodeQuestion(query: Buffer): DnsQuestion {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return {
    name: labels.join('.').toLowerCase(),
    type: query.readUInt16BE(at + 1),
    bytes: query.subarray(HEADER_BYTES, at + 5),
  };
}

/** `isForged`: it belongs to another question. */
export function encodeAnswers(
  query: Buffer,
  reply: {
    readonly question: DnsQuestion;
    readonly answers: readonly DnsAnswer[];
    readonly status?: number;
    readonly isForged?: boolean;
  },
): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(query.readUInt16BE(0) ^ (reply.isForged === true ? 1 : 0), 0);
  header.writeUInt16BE(IS_RESPONSE | (reply.status ?? 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(reply.answers.length, 6);
  return Buffer.concat([header, reply.question.bytes, ...reply.answers.map(encodeAnswer)]);
}

function encodeAnswer({ name, type, value, ttlSeconds = 0 }: DnsAnswer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(ttlSeconds, 4);
  fixed.writeUInt16BE(value.length, 8);
  return Buffer.concat([encodeName(name), fixed, value]);
}
