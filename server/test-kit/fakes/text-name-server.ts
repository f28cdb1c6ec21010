import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { decodeQuestion, encodeAnswers } from './dns-packets.ts';

const TXT = 16;
const SERVFAIL = 2;
const NXDOMAIN = 3;

/** A name server on loopback that a service is told to ask for TXT records. */
export class TextNameServer {
  /** Texts of TXT records, by name. A name that is missing does not exist. */
  readonly texts = new Map<string, readonly string[]>();
  /** Names it was asked for, with repetitions. */
  readonly questions: string[] = [];
  /** Whether it answers every question with an error. */
  isFailing = false;
  readonly #socket = createSocket('udp4');

  private constructor() {
    this.#socket.on('message', (query, sender) => {
      this.#socket.send(this.#respond(query), sender.port, sender.address);
    });
  }

  static async start(): Promise<TextNameServer> {
    const server = new TextNameServer();
    server.#socket.bind(0, '127.0.0.1');
    await once(server.#socket, 'listening');
    return server;
  }

  /** As in `sso.dns_servers`. */
  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  async close(): Promise<void> {
    this.#socket.close();
    await once(this.#socket, 'close');
  }

  #respond(query: Buffer): Buffer {
    const question = decodeQuestion(query);
    this.questions.push(question.name);
    if (this.isFailing) return encodeAnswers(query, { question, answers: [], status: SERVFAIL });
    const texts = question.type === TXT ? this.texts.get(question.name) : undefined;
    const answers = (texts ?? []).map((text) => ({
      name: question.name,
      type: TXT,
      value: encodeText(text),
    }));
    return encodeAnswers(query, { question, answers, status: texts === undefined ? NXDOMAIN : 0 });
  }
}

/** In parts of up to 255 bytes. */
function encodeText(text: string): Buffer {
  const parts = text.match(/.{1,255}/gs) ?? [''];
  return Buffer.concat(parts.map((part) => Buffer.concat([Buffer.of(part.length), Buffer.from(part)])));
}
