import { open, send, type Answer, type Call, type OpenAnswer } from './http-exchange.ts';
import { inspectAnswer } from './inspect-answer.ts';
import { NotRun } from './not-run.ts';
import { sendRaw } from './raw-exchange.ts';
import type { UpstreamProbe } from './upstream-probe.ts';

export interface DeploymentParts {
  readonly baseUrl: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly upstream?: UpstreamProbe;
  /** Runs `svc <words>` beside the service and returns what it printed. */
  readonly operate?: (words: readonly string[]) => Promise<string>;
  readonly close?: () => Promise<void>;
}

/** Longer than any window requests are counted in, but those of plans. */
const RATE_WINDOW_S = 61;

/**
 * A deployment under test, from the outside. Whatever a deployment cannot give throws NotRun when it is asked for.
 * Every answer passes `inspectAnswer` before a check sees it.
 */
export class Deployment {
  readonly baseUrl: string;
  readonly #parts: DeploymentParts;
  #clockOffsetMs = 0;
  #hasClock: boolean | undefined;

  constructor(parts: DeploymentParts) {
    this.#parts = parts;
    this.baseUrl = parts.baseUrl.replace(/\/+$/, '');
  }

  /** Called before each check. */
  async prepare(): Promise<void> {
    this.#parts.upstream?.reset();
    this.#hasClock ??= (await this.#moveClock(0)) === 200;
    if (this.#hasClock) await this.advanceClock(RATE_WINDOW_S);
  }

  credential(name: string): string {
    const secret = this.#parts.credentials[name];
    if (secret === undefined) throw new NotRun(`the credentials file has no "${name}"`);
    return secret;
  }

  /** For an assertion about the engine that a check can do without. */
  get hasUpstream(): boolean {
    return this.#parts.upstream !== undefined;
  }

  get upstream(): UpstreamProbe {
    if (!this.#parts.upstream) throw new NotRun('needs the scripted engine behind the deployment');
    return this.#parts.upstream;
  }

  async advanceClock(seconds: number): Promise<void> {
    const status = await this.#moveClock(seconds);
    if (status !== 200) throw new NotRun('needs the test clock');
    this.#clockOffsetMs += seconds * 1000;
  }

  /** The deployment's own idea of now. */
  nowMs(): number {
    return Date.now() + this.#clockOffsetMs;
  }

  /** Runs a command of the operator against this deployment, such as `['keys', 'revoke', id]`. */
  async operate(...words: readonly string[]): Promise<string> {
    if (!this.#parts.operate) throw new NotRun('needs the command line beside the service');
    return this.#parts.operate(words);
  }

  /** One exchange with nothing added: no credential, no content type. `path` begins with `/`. */
  async send(path: string, call: Call = {}): Promise<Answer> {
    return this.#inspected(await send(this.baseUrl + path, call));
  }

  /** As `send`, from the head of the answer on. The body is inspected when `whole` is awaited. */
  async open(path: string, call: Call = {}): Promise<OpenAnswer> {
    const opened = await open(this.baseUrl + path, call);
    const whole = opened.whole.bind(opened);
    return Object.assign(opened, { whole: async () => this.#inspected(await whole()) });
  }

  /** Bytes to a bare socket; until the service closes the connection. */
  async sendRaw(bytes: string | Buffer, timeoutMs?: number): Promise<Answer> {
    if (this.baseUrl.startsWith('https:')) throw new NotRun('needs plain HTTP');
    return this.#inspected(await sendRaw(this.baseUrl, bytes, timeoutMs));
  }

  /** GET with a credential of the credentials file. */
  get(path: string, { as = 'main', headers = {} }: Caller = {}): Promise<Answer> {
    return this.send(path, { headers: { authorization: `Bearer ${this.credential(as)}`, ...headers } });
  }

  /** POST of a value as JSON, or of a text as it is, with a credential of the credentials file. */
  post(path: string, body: unknown, caller: Caller = {}): Promise<Answer> {
    return this.send(path, this.jsonCall(body, caller));
  }

  /** What `post` sends, to change it or to open it. */
  jsonCall(body: unknown, { as = 'main', headers = {} }: Caller = {}): Call & { readonly headers: Readonly<Record<string, string>> } {
    return {
      method: 'POST',
      headers: { authorization: `Bearer ${this.credential(as)}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    };
  }

  async close(): Promise<void> {
    await this.#parts.close?.();
  }

  #inspected(answer: Answer): Answer {
    inspectAnswer(answer, this.#parts.upstream ? [this.#parts.upstream.address] : []);
    return answer;
  }

  async #moveClock(seconds: number): Promise<number> {
    const body = JSON.stringify({ advance_s: seconds });
    const { status } = await send(`${this.baseUrl}/internal/test/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return status;
  }
}

export interface Caller {
  /** Name in the credentials file. Default `main`. */
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
