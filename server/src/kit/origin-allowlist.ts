/** Most entries of one origin list (D-KEY-5). */
export const ORIGIN_ENTRIES_LIMIT = 100;

const DEFAULT_PORTS = new Map([
  ['http', 80],
  ['https', 443],
  ['ws', 80],
  ['wss', 443],
  ['ftp', 21],
]);
// Longest host name (253) with scheme, brackets and port; anything longer is no origin and is not worth parsing.
const MAX_AUTHORITY = 320;

interface Origin {
  readonly scheme: string;
  readonly host: string;
  /** `:8443`, or empty for the scheme's default port. */
  readonly port: string;
}

/** The canonical host, as browsers write it: lower case, punycode, shortest IP form. Undefined when it is not one. */
function canonicalHost(text: string): string | undefined {
  if (text === '' || text.includes('*')) return undefined;
  // Parsed as https whatever the scheme: the URL standard leaves hosts of unknown schemes as they were typed.
  const host = URL.canParse(`https://${text}`) ? new URL(`https://${text}`).hostname : '';
  const labels = host.endsWith('.') ? host.slice(0, -1) : host;
  return labels.split('.').includes('') ? undefined : host;
}

function canonicalPort(scheme: string, digits: string | undefined): string | undefined {
  if (digits === undefined) return '';
  const port = Number(digits);
  if (port < 1 || port > 65_535) return undefined;
  return port === DEFAULT_PORTS.get(scheme) ? '' : `:${port}`;
}

/** Scheme, host and port of an absolute URL or origin; whatever follows them is ignored. */
function parseOrigin(text: string): Origin | undefined {
  const [, prefix = '', authority = ''] = /^([a-z][a-z0-9+.-]{0,63}):\/\/([^/?#\\]*)/i.exec(text) ?? [];
  const scheme = prefix.toLowerCase();
  if (
    scheme === '' ||
    scheme === 'file' ||
    authority.length > MAX_AUTHORITY ||
    /[\s\p{Cc}@]/u.test(authority)
  )
    return undefined;
  const [, name, digits] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(authority) ?? [];
  const host = name === undefined ? undefined : canonicalHost(name);
  const port = canonicalPort(scheme, digits);
  return host === undefined || port === undefined ? undefined : { scheme, host, port };
}

const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\//i;
const WILDCARD = /^[^:/]+:\/\/\*\./;
const IP_LITERAL = /^(?:\[.*\]|[\d.]+)$/;

/**
 * An entry of an origin allowlist as it is stored: `scheme://host[:port]`, the host possibly led by `*.` (KEY-51..58, D-KEY-5).
 * A full URL is cut to its origin, a bare host is https. Undefined when it cannot be read.
 */
export function normalizeOriginEntry(text: string): string | undefined {
  const trimmed = text.trim();
  // `null` is the opaque origin, which is always refused; nobody means the host of that name.
  if (trimmed.toLowerCase() === 'null') return undefined;
  const absolute = ABSOLUTE.test(trimmed) ? trimmed : `https://${trimmed}`;
  const wildcard = WILDCARD.test(absolute);
  const origin = parseOrigin(wildcard ? absolute.replace('*.', '') : absolute);
  if (origin === undefined || (wildcard && IP_LITERAL.test(origin.host))) return undefined;
  return `${origin.scheme}://${wildcard ? '*.' : ''}${origin.host}${origin.port}`;
}

export interface OriginAllowlist {
  /** Takes the `Origin` header, and `Referer` for when there is none. An empty list allows everything. */
  allows(origin: string | undefined, referer: string | undefined): boolean;
}

const ALLOWS_ANY: OriginAllowlist = { allows: () => true };

function matches(listed: ReadonlySet<string>, { scheme, host, port }: Origin): boolean {
  if (listed.has(`${scheme}://${host}${port}`)) return true;
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
    if (listed.has(`${scheme}://*${host.slice(dot)}${port}`)) return true;
  }
  return false;
}

/** Prepares stored (normalised) entries for checking (platform contract §5.3, KEY-59..64). */
export function compileOriginAllowlist(entries: readonly string[]): OriginAllowlist {
  if (entries.length === 0) return ALLOWS_ANY;
  const listed = new Set(entries);
  return {
    allows(origin, referer) {
      const text = origin ?? referer;
      if (text === undefined) return false;
      // What browsers send is canonical already: usually one look-up, no parsing. `*.` never comes from a browser.
      if (!text.includes('*') && listed.has(text)) return true;
      const parsed = parseOrigin(text);
      return parsed !== undefined && matches(listed, parsed);
    },
  };
}
