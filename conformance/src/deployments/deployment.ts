import type { Account, Credentials } from './credentials.ts';
import { open, send, type HttpResponse, type Call, type OpenResponse } from '../http/http-exchange.ts';
import { errorFormat, inspectResponse } from '../http/inspect-response.ts';
import { NotRun } from '../runner/not-run.ts';
import { rateRefusal, type ResponseHead, type RateRefusal } from '../http/rate-refusal.ts';
import { sendRaw } from '../http/raw-exchange.ts';
import type { UpstreamProbe } from './upstream-probe.ts';

export interface DeploymentParts {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly upstream?: UpstreamProbe;
  /** Runs `svc <words>` beside the service and returns what it printed. */
  readonly operate?: (words: readonly string[]) => Promise<string>;
  readonly close?: () => Promise<void>;
}

/** Longer than any window requests are counted in, but those of plans. */
export const RATE_WINDOW_S = 61;

/**
 * A deployment under test, from the outside. Whatever a deployment cannot give throws NotRun when it is asked for.
 * Every answer passes `inspectResponse` before a check sees it.
 */
export class Deployment {
  readonly baseUrl: string;
  readonly #parts: DeploymentParts;
  #clockOffsetMs = 0;
  #hasClock: boolean | undefined;
  #rateRefusal: RateRefusal | undefined;

  constructor(parts: DeploymentParts) {
    this.#parts = parts;
    this.baseUrl = parts.baseUrl.replace(/\/+$/, '');
  }

  /** Called before each check. */
  async prepare(): Promise<void> {
    this.#parts.upstream?.reset();
    this.#hasClock ??= await this.#moveClock(0);
    if (this.#hasClock) await this.advanceClock(RATE_WINDOW_S);
    this.#rateRefusal = undefined;
  }

  /** The last refusal for the request rate since the check began. None where the clock can be moved: there every rate had recovered. */
  get unforeseenRateRefusal(): RateRefusal | undefined {
    return this.#hasClock ? undefined : this.#rateRefusal;
  }

  credential(name: string): string {
    const secret = this.#parts.credentials[name];
    if (typeof secret !== 'string') throw new NotRun(`the credentials file has no "${name}"`);
    return secret;
  }

  /** Somebody of the credentials file who signs in to the Console. */
  account(name: string): Account {
    const account = this.#parts.credentials[name];
    if (typeof account !== 'object') throw new NotRun(`the credentials file has no "${name}"`);
    return account;
  }

  /** Whether the suite started it: then the engine is scripted, and the models and plans are those of `fixture/svc.yaml`. */
  get hasUpstream(): boolean {
    return this.#parts.upstream !== undefined;
  }

  get upstream(): UpstreamProbe {
    if (!this.#parts.upstream)
      throw new NotRun('needs the scripted engine, which stands behind deployments of the suite’s own only');
    return this.#parts.upstream;
  }

  get hasClock(): boolean {
    return this.#hasClock === true;
  }

  /** For a check that would spend requests before it comes to move the clock. */
  requireClock(): void {
    if (!this.hasClock) throw new NotRun('needs a service on this machine, started with SVC_TEST_CLOCK=1');
  }

  async advanceClock(seconds: number): Promise<void> {
    this.requireClock();
    if (!(await this.#moveClock(seconds))) throw new Error(`the test clock was not moved by ${seconds} s`);
  }

  /** The deployment's own idea of now. */
  nowMs(): number {
    return Date.now() + this.#clockOffsetMs;
  }

  /** Runs a command of the operator against this deployment, such as `['keys', 'revoke', id]`. */
  async operate(...words: readonly string[]): Promise<string> {
    if (!this.#parts.operate)
      throw new NotRun(
        'needs the operator’s command line, which the suite has for deployments of its own only',
      );
    return this.#parts.operate(words);
  }

  /** One exchange with nothing added: no credential, no content type. `path` begins with `/`. */
  async send(path: string, call: Call = {}): Promise<HttpResponse> {
    return this.#inspected(await send(this.baseUrl + path, call), path);
  }

  /** As `send`, from the head of the answer on. The body is inspected when `whole` is awaited. */
  async open(path: string, call: Call = {}): Promise<OpenResponse> {
    const opened = await open(this.baseUrl + path, call);
    this.#note(opened);
    const whole = opened.whole.bind(opened);
    return Object.assign(opened, { whole: async () => this.#inspected(await whole(), path) });
  }

  /** Bytes to a bare socket; until the service closes the connection. */
  async sendRaw(bytes: string | Buffer, timeoutMs?: number): Promise<HttpResponse> {
    if (this.baseUrl.startsWith('https:')) throw new NotRun('needs plain HTTP, not https');
    return this.#inspected(await sendRaw(this.baseUrl, bytes, timeoutMs));
  }

  /** GET with a credential of the credentials file. */
  get(path: string, { as = 'main', headers = {} }: Caller = {}): Promise<HttpResponse> {
    return this.send(path, { headers: { authorization: `Bearer ${this.credential(as)}`, ...headers } });
  }

  /** POST of a value as JSON, or of a text as it is, with a credential of the credentials file. */
  post(path: string, body: unknown, caller: Caller = {}): Promise<HttpResponse> {
    return this.send(path, this.jsonCall(body, caller));
  }

  /** What `post` sends, to change it or to open it. */
  jsonCall(
    body: unknown,
    { as = 'main', headers = {} }: Caller = {},
  ): Call & { readonly headers: Readonly<Record<string, string>> } {
    return {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.credential(as)}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    };
  }

  async close(): Promise<void> {
    await this.#parts.close?.();
  }

  #note(head: ResponseHead): void {
    this.#rateRefusal = rateRefusal(head) ?? this.#rateRefusal;
  }

  #inspected(response: HttpResponse, path = '/'): HttpResponse {
    this.#note(response);
    inspectResponse(response, this.#parts.upstream ? [this.#parts.upstream.address] : [], errorFormat(path));
    return response;
  }

  /** False when there is no clock to move. */
  async #moveClock(seconds: number): Promise<boolean> {
    const response = await send(`${this.baseUrl}/internal/test/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance_s: seconds }),
    });
    // From the answer and not by adding up: an earlier run may have moved the clock too.
    if (response.status === 200)
      this.#clockOffsetMs = Date.parse(response.json<{ now: string }>().now) - Date.now();
    return response.status === 200;
  }
}

export interface Caller {
  /** Name in the credentials file. Default `main`. */
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
