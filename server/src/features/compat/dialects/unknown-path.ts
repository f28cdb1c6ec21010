import { COMPAT_PREFIXES, type CompatVendor } from '@svc/contract';
import { HttpExchange, type Exchange } from '#exchange';

/** What clients of each vendor are told: some add the version to their base URL and some do not. */
const BASES: Readonly<Record<CompatVendor, string>> = {
  openai: `the base URL ends in ${COMPAT_PREFIXES.openai}/v1`,
  anthropic: `the base URL ends in ${COMPAT_PREFIXES.anthropic}, or in ${COMPAT_PREFIXES.anthropic}/v1 for clients that do not add /v1`,
};

/** Says which base URL is right where the path shows that another one is set (COMPG-18). */
export function unknownPathMessage(exchange: Exchange, vendor: CompatVendor): string {
  const unknown = 'There is nothing at this path.';
  if (!(exchange instanceof HttpExchange)) return unknown;
  const path = exchange.request.url ?? '';
  const isVersioned = path.startsWith(`${COMPAT_PREFIXES[vendor]}/v1/`);
  return isVersioned && !path.includes('/v1/v1')
    ? `${unknown} Check it against the documentation of this service.`
    : `${unknown} Check the client's settings: ${BASES[vendor]}.`;
}
