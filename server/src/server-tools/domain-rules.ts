/** Whether a URL may be used. */
export type DomainRules = (url: URL) => boolean;

/** A host as URLs write it: lower case, without the root dot; international names in their ASCII form. */
function hostOf(url: URL): string {
  return url.hostname.replace(/\.$/, '');
}

/** A domain as callers write it. Undefined for what no URL can be on. */
function toHost(domain: string): string | undefined {
  const url = URL.parse(`https://${domain.trim().replace(/^\*?\./, '')}`);
  return url === null || url.hostname === '' ? undefined : hostOf(url);
}

/** Whether a URL is on a domain or below it. Numbers have nothing below them: 127.0.0.1 is not on 0.0.1. */
export function isOn(url: URL, domain: string): boolean {
  const host = hostOf(url);
  return host === domain || (host.endsWith(`.${domain}`) && !/^[\d.]+$|^\[/.test(host));
}

/** The rules of a built-in tool (D-41): at most one of the two lists is given. A list of nothing usable allows nothing. */
export function domainRules(lists: {
  readonly allowedDomains?: readonly string[];
  readonly blockedDomains?: readonly string[];
}): DomainRules {
  const { allowedDomains, blockedDomains = [] } = lists;
  const compile = (domains: readonly string[]): string[] => domains.flatMap((domain) => toHost(domain) ?? []);
  const allowed = allowedDomains && compile(allowedDomains);
  const blocked = compile(blockedDomains);
  return (url) =>
    (allowed === undefined || allowed.some((domain) => isOn(url, domain))) &&
    !blocked.some((domain) => isOn(url, domain));
}
