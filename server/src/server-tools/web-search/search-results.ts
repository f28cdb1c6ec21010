import type { WebSource } from '#reply';
import type { DomainRules } from '../domain-rules.ts';
import type { SearchService } from './search-service.ts';

const TITLE_CHARACTERS_LIMIT = 300;
const TEXT_CHARACTERS_LIMIT = 2000;

/** What an answer holds under names with dots between; undefined where there is nothing of that name. */
function at(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path === '' ? [] : path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

/** One line of an answer's text, without what it marks hits with. */
function line(value: unknown, limit: number): string {
  if (typeof value !== 'string') return '';
  return value
    .replaceAll(/<\/?(?:b|em|mark|strong)>/gi, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, limit)
    .toWellFormed();
}

/**
 * The usable results of an answer: each address once, of the web, and as `mayUse` allows. Undefined when the answer has no
 * list where one should be.
 */
export function readResults(
  response: unknown,
  service: SearchService,
  mayUse: DomainRules,
  limit: number,
): WebSource[] | undefined {
  const entries = at(response, service.resultsPath);
  if (!Array.isArray(entries)) return undefined;
  const results = new Map<string, WebSource>();
  for (const entry of entries as unknown[]) {
    if (results.size === limit) break;
    const address = at(entry, service.fields.url);
    const url = typeof address === 'string' ? URL.parse(address) : null;
    if (url === null || !/^https?:$/.test(url.protocol) || !mayUse(url) || results.has(url.href)) continue;
    const title = line(at(entry, service.fields.title), TITLE_CHARACTERS_LIMIT);
    const text = line(at(entry, service.fields.text), TEXT_CHARACTERS_LIMIT);
    results.set(url.href, { url: url.href, title: title === '' ? null : title, text });
  }
  return [...results.values()];
}

/** Results as the model reads them. */
export function describeResults(results: readonly WebSource[]): string {
  if (results.length === 0) return 'No results.';
  const entries = results.map(({ url, title, text }, index) => {
    const lines = [
      `${String(index + 1)}. ${title ?? url}`,
      `   ${url}`,
      ...(text === '' ? [] : [`   ${text}`]),
    ];
    return lines.join('\n');
  });
  return entries.join('\n\n');
}
