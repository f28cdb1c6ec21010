import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseCookies, serializeCookie, type Secret } from '#kit';
import { signInKey } from './sign-in-key.ts';

/**
 * `two_factor` stands for the first factor until the second arrives; `passkey` holds the challenge that a passkey answers, and
 * `single_sign_on` what the answer of an identity provider must fit. `operator_sign_in` is the `two_factor` of operators.
 */
type SignInCookie =
  | 'session_token'
  | 'two_factor'
  | 'passkey'
  | 'single_sign_on'
  | 'operator_sign_in'
  | 'known_browser';

export interface SignInCookiesParts {
  readonly dataKey: Secret;
  /** Public address of the service. */
  readonly baseUrl: string;
}

/** The cookies of people who sign in. A signed one ends in a dot and its HMAC-SHA256 in base64. */
export class SignInCookies {
  readonly #key: string;
  readonly #isSecure: boolean;

  constructor({ dataKey, baseUrl }: SignInCookiesParts) {
    this.#key = signInKey(dataKey);
    this.#isSecure = new URL(baseUrl).protocol === 'https:';
  }

  find(header: string | undefined, cookie: SignInCookie): string | undefined {
    return parseCookies(header).get(this.#nameOf(cookie));
  }

  /** The content of a signed cookie. Undefined: there is none, or its signature is wrong. */
  findSigned(header: string | undefined, cookie: SignInCookie): string | undefined {
    const signed = this.find(header, cookie) ?? '';
    const dot = signed.lastIndexOf('.');
    if (dot < 1) return undefined;
    const value = signed.slice(0, dot);
    const [given, expected] = [Buffer.from(signed.slice(dot + 1)), Buffer.from(this.#signatureOf(value))];
    return given.length === expected.length && timingSafeEqual(given, expected) ? value : undefined;
  }

  set(cookie: SignInCookie, value: string, maxAgeS: number): string {
    const settings = { maxAgeS, isSecure: this.#isSecure, sameSite: 'Lax' } as const;
    return serializeCookie(this.#nameOf(cookie), value, settings);
  }

  setSigned(cookie: SignInCookie, value: string, maxAgeS: number): string {
    return this.set(cookie, `${value}.${this.#signatureOf(value)}`, maxAgeS);
  }

  clear(cookie: SignInCookie): string {
    return this.set(cookie, '', 0);
  }

  /** HMAC-SHA256 under the key of the cookies. */
  mac(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }

  #signatureOf(value: string): string {
    return this.mac(value).toString('base64');
  }

  /** The prefix makes browsers accept the cookie only from this host over TLS. */
  #nameOf(cookie: SignInCookie): string {
    return `${this.#isSecure ? '__Host-svc' : 'svc'}.${cookie}`;
  }
}
