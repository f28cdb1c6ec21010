export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Headers;
}

/** What a browser keeps and sends: cookies, the origin of the page, and the token against forged changes. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #baseUrl: string;
  readonly #origin: string;
  #csrfToken: string | undefined;

  constructor(baseUrl: string, origin = new URL(baseUrl).origin) {
    this.#baseUrl = baseUrl.replace('localhost', '127.0.0.1');
    this.#origin = origin;
  }

  /** Another one with the same cookies, as when they were stolen. `baseUrl`: of another node. */
  copy(baseUrl = this.#baseUrl): Browser {
    const other = new Browser(baseUrl, this.#origin);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    other.#csrfToken = this.#csrfToken;
    return other;
  }

  async signIn(email: string, password: string): Promise<Answer> {
    const answer = await this.post('/console/api/auth/sign_in', { email, password });
    if (answer.body['status'] === 'signed_in') await this.learnToken();
    return answer;
  }

  async learnToken(): Promise<void> {
    const { body } = await this.get('/console/api/auth/session');
    this.#csrfToken = body['csrf_token'] as string;
  }

  /** Goes on with the token of an answer that tells it. */
  adopt({ body }: Answer): void {
    this.#csrfToken = body['csrf_token'] as string;
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }

  post(path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', path, body, headers);
  }

  /** `headers` replace those the page would send; an empty value leaves one out. */
  async send(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    const all: Record<string, string> = {
      origin: this.#origin,
      'user-agent': 'Test browser',
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(this.#csrfToken ? { 'svc-csrf': this.#csrfToken } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    };
    const response = await fetch(this.#baseUrl + path, {
      method,
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')),
      redirect: 'manual',
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    return { status: response.status, body: (await response.json()) as Answer['body'], headers: response.headers };
  }

  #keep(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split('; ');
    const name = pair.slice(0, pair.indexOf('='));
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(name.length + 1));
  }
}
