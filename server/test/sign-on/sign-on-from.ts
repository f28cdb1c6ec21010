import { fetch } from 'undici';
import type { ApiBrowser } from '#test-kit';

const MAX_HOPS = 12;

export interface SignInOptions {
  readonly browser?: ApiBrowser;
  readonly query?: string;
  /** Changes the address by which the browser comes back. */
  readonly back?: (url: URL) => URL | Promise<URL>;
  /** Comes back with it in place of the browser that began. */
  readonly other?: ApiBrowser;
}

export interface SignedOn {
  readonly browser: ApiBrowser;
  /** Where it ends, without the host. */
  readonly location: string;
}

/** Begins at a path of the service, and follows redirects through the provider and back until there is a page. */
export async function signOnFrom(
  path: string,
  browser: ApiBrowser,
  { back, other }: SignInOptions = {},
): Promise<SignedOn> {
  const { headers } = await browser.get(path);
  const location = headers.get('location') ?? '';
  if (!location.startsWith('https://')) return { browser, location };
  const returned = await signInAtProvider(new URL(location));
  const url = (await back?.(returned)) ?? returned;
  const returning = other ?? browser;
  const reply = await returning.get(url.pathname + url.search);
  return { browser: returning, location: reply.headers.get('location') ?? String(reply.status) };
}

/** Until the provider sends the browser elsewhere. */
async function signInAtProvider(start: URL): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let hop = 0; url.origin === start.origin; hop++) {
    if (hop === MAX_HOPS) throw new Error(`the provider goes round in circles: ${url.href}`);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { headers: { cookie }, redirect: 'manual' });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${url.href}: ${response.status} ${await response.text()}`);
    url = new URL(location, url);
  }
  return url;
}
