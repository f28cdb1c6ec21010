import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Resolver } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { vi } from 'vitest';
import { decodeQuestion, encodeAnswers, encodeName, type DnsQuestion } from './dns-packets.ts';

const TYPES = { A: 1, CNAME: 5, AAAA: 28 } as const;

export type Question = 'A' | 'AAAA';

export interface NameRecord {
  /** Whose record it is; else of the name that was asked for. */
  readonly name?: string;
  readonly type: keyof typeof TYPES;
  /** An address, or the name a CNAME points to. */
  readonly data: string;
  readonly ttlSeconds?: number;
}

export interface NameReply {
  readonly records: readonly NameRecord[];
  readonly afterMs?: number;
  /** Belongs to another question, as a forged reply would. */
  readonly forged?: boolean;
}

/** What a name server sends for a question, each reply in a datagram of its own. `asked`: how often it was asked that before. */
export type RespondToName = (name: string, type: Question, asked: number) => readonly NameReply[];

export interface NameServer {
  readonly questions: string[];
  close(): Promise<void>;
}

function typeOf(question: DnsQuestion): Question | undefined {
  return (['A', 'AAAA'] as const).find((one) => TYPES[one] === question.type);
}

function encodeReply(query: Buffer, question: DnsQuestion, { records, forged = false }: NameReply): Buffer {
  const answers = records.map(({ name, type, data, ttlSeconds = 0 }) => ({
    name: name ?? question.name,
    type: TYPES[type],
    value: type === 'CNAME' ? encodeName(data) : Buffer.from(ipaddr.parse(data).toByteArray()),
    ttlSeconds,
  }));
  return encodeAnswers(query, { question, answers, isForged: forged });
}

/**
 * A name server on loopback that answers as it is told, and may answer otherwise when it is asked again. Until it is closed every
 * resolver of this process that is asked by `resolve4` and `resolve6` asks it and no other.
 */
export async function startNameServer(response: RespondToName): Promise<NameServer> {
  const socket = createSocket('udp4');
  const questions: string[] = [];
  socket.on('message', (query, sender) => {
    const question = decodeQuestion(query);
    const type = typeOf(question);
    if (type === undefined) return;
    const key = `${type} ${question.name}`;
    const replies = response(question.name, type, questions.filter((one) => one === key).length);
    questions.push(key);
    for (const reply of replies)
      setTimeout(() => {
        if (open) socket.send(encodeReply(query, question, reply), sender.port, sender.address);
      }, reply.afterMs ?? 0);
  });
  let open = true;
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const restore = askOnly(`127.0.0.1:${String(socket.address().port)}`);
  return {
    questions,
    async close() {
      open = false;
      restore();
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** Resolvers read the machine's servers when they are made; nothing else of them is changed. */
function askOnly(server: string): () => void {
  const notified = new WeakSet<Resolver>();
  const spies = (['resolve4', 'resolve6'] as const).map((method) => {
    const real = Resolver.prototype[method] as (hostname: string) => Promise<string[]>;
    return vi.spyOn(Resolver.prototype, method).mockImplementation(function (
      this: Resolver,
      hostname: string,
    ) {
      if (!notified.has(this)) this.setServers([server]);
      notified.add(this);
      return real.call(this, hostname) as never;
    });
  });
  return () => spies.forEach((spy) => spy.mockRestore());
}
