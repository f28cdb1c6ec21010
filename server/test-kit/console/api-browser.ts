import { Agent, fetch } from 'undici';

export interface BrowserResponse {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Headers;
}

/** What a browser keeps and sends: cookies, the origin of the page, and the token against forged changes. */
export class ApiBrowser {
  readonly cookies = new Map<string, string>();
  readonly #baseUrl: string;
  readonly #origin: string;
  readonly #address: string | undefined;
  #csrfToken: string | undefined;

  /** `address`: of this machine, in 127.0.0.0/8, from which it calls. */
  constructor(baseUrl: string, origin = new URL(baseUrl).origin, address?: string) {
    this.#baseUrl = baseUrl.replace('localhost', '127.0.0.1');
    this.#origin = origin;
    this.#address = address;
  }

  /** Another one with the same cookies, as when they were stolen. `baseUrl`: of another node. */
  copy(baseUrl = this.#baseUrl): ApiBrowser {
    const other = new ApiBrowser(baseUrl, this.#origin, this.#address);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    other.#csrfToken = this.#csrfToken;
    return other;
  }

  async signIn(email: string, password: string): Promise<BrowserResponse> {
    const reply = await this.post('/console/api/auth/sign_in', { email, password });
    if (reply.body['status'] === 'signed_in') await this.learnToken();
    return reply;
  }

  async learnToken(): Promise<void> {
    const { body } = await this.get('/console/api/auth/session');
    this.#csrfToken = body['csrf_token'] as string;
  }

  /** What it sends from a page, for requests that are made otherwise. `path`: what tells the token. */
  async sessionHeaders(path: string): Promise<Record<string, string>> {
    this.adopt(await this.get(path));
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { origin: this.#origin, cookie, 'svc-csrf': this.#csrfToken ?? '' };
  }

  /** Goes on with the token of an answer that tells it. */
  adopt({ body }: BrowserResponse): void {
    this.#csrfToken = body['csrf_token'] as string;
  }

  get(path: string): Promise<BrowserResponse> {
    return this.send('GET', path);
  }

  post(path: string, body?: object, headers: Record<string, string> = {}): Promise<BrowserResponse> {
    return this.send('POST', path, body, headers);
  }

  /** `headers` replace those the page would send; an empty value leaves one out. */
  async send(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<BrowserResponse> {
    const all: Record<string, string> = {
      origin: this.#origin,
      'user-agent': 'Test browser',
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(this.#csrfToken ? { 'svc-csrf': this.#csrfToken } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    };
    const agent = this.#address === undefined ? undefined : new Agent({ localAddress: this.#address });
    const response = await fetch(this.#baseUrl + path, {
      method,
      ...(agent ? { dispatcher: agent } : {}),
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')),
      redirect: 'manual',
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    const responded = (await response.json()) as BrowserResponse['body'];
    await agent?.close();
    return { status: response.status, body: responded, headers: new Headers([...response.headers]) };
  }

  #keep(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split('; ');
    const name = pair.slice(0, pair.indexOf('='));
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(name.length + 1));
  }
}
