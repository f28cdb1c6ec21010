import type { WebSearchConfig } from '#config';
import type { OutboundRequest } from '#kit';

/** A search service as one request and where its answer holds what. */
export interface SearchService {
  readonly request: Pick<OutboundRequest, 'url' | 'method' | 'headers' | 'body'>;
  readonly resultsPath: string;
  readonly fields: { readonly url: string; readonly title: string; readonly text: string };
}

const PLACEHOLDER = '{query}';

/** `query` where the configuration has `{query}`: escaped for an address, or for the inside of a JSON string. */
function fill(template: string, escaped: string): string {
  return template.replaceAll(PLACEHOLDER, () => escaped);
}

function plainHeaders({ headers }: WebSearchConfig): Record<string, string> {
  const revealed = Object.entries(headers).map(
    ([name, value]) => [name.toLowerCase(), value.reveal()] as const,
  );
  return { accept: 'application/json', ...Object.fromEntries(revealed) };
}

/** What to send for a query. */
export function searchService(config: WebSearchConfig, query: string): SearchService {
  const headers = plainHeaders(config);
  const inUrl = encodeURIComponent(query.toWellFormed());
  if (config.type === 'searxng') {
    return {
      request: { url: `${config.base_url}/search?q=${inUrl}&format=json`, headers },
      resultsPath: 'results',
      fields: { url: 'url', title: 'title', text: 'content' },
    };
  }
  const body =
    config.body === undefined ? {} : { body: fill(config.body, JSON.stringify(query).slice(1, -1)) };
  return {
    request: {
      url: fill(config.url, inUrl),
      method: config.method,
      headers: { ...headers, ...(config.method === 'POST' ? { 'content-type': 'application/json' } : {}) },
      ...body,
    },
    resultsPath: config.results_path,
    fields: config.fields,
  };
}
