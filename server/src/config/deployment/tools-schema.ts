import type { ServerToolUseName } from '@svc/contract';
import { z } from 'zod';
import { MAX_TIMER_S } from './limits-schema.ts';
import { decimal, httpUrl, requestHeaders } from '../schema-parts.ts';

const seconds = (value: number, what: string) =>
  z.number().positive().max(MAX_TIMER_S).default(value).describe(what);
const count = (value: number, limit: number, what: string) =>
  z.int().min(1).max(limit).default(value).describe(what);

const hostname = () =>
  z
    .string()
    .max(253)
    .regex(
      /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/,
      'must be a host name in lower case, without scheme, port or path',
    );

const TEXT_CHARACTERS_LIMIT = 10_000_000;
const characters = (value: number) =>
  count(value, TEXT_CHARACTERS_LIMIT, 'Most characters of one answer the model gets; the rest is cut.');

const webFetch = z
  .strictObject({
    user_agent: z
      .string()
      .regex(/^[\x21-\x7e]([\x20-\x7e]{0,198}[\x21-\x7e])?$/, 'must have 1 to 200 printable ASCII characters')
      .default('svc-web-fetch')
      .describe(
        'Sent as User-Agent. What stands before the first / is the name robots.txt files may address.',
      ),
    timeout_s: seconds(20, 'Seconds for one page, redirects and its robots.txt included.'),
    max_bytes: count(5_242_880, 104_857_600, 'Largest answer of a web server, in bytes.'),
    max_redirects: z.int().min(0).max(20).default(5).describe('Redirects that are followed.'),
    max_characters: characters(50_000),
  })
  .prefault({})
  .describe('The built-in tool svc_web_fetch.');

const search = {
  headers: requestHeaders(),
  timeout_s: seconds(10, 'Seconds for one search.'),
  max_bytes: count(2_097_152, 104_857_600, 'Largest answer, in bytes.'),
  max_results: count(10, 100, 'Results the model gets of one search.'),
};

const searxng = z
  .strictObject({
    type: z.literal('searxng').describe('A SearXNG server with its JSON format switched on.'),
    base_url: httpUrl()
      .transform((text) => text.replace(/\/+$/, ''))
      .describe('Address of the server. /search?q=…&format=json is appended. Private addresses are fine.'),
    ...search,
  })
  .describe('A SearXNG server.');

const PLACEHOLDER = '{query}';
const fieldPath = (value: string, what: string) => z.string().min(1).default(value).describe(what);

const httpJson = z
  .strictObject({
    type: z.literal('http_json').describe('Any search service that answers in JSON.'),
    url: z
      .string()
      .refine(
        (text) => /^https?:\/\/[^@\s]+$/.test(text) && URL.canParse(text),
        'must be an http or https address without user and password',
      )
      .describe('Address of the search; {query} stands for the text looked for. Private addresses are fine.'),
    method: z.enum(['GET', 'POST']).default('GET').describe('Request method.'),
    body: z
      .string()
      .refine(isJson, 'must be JSON')
      .optional()
      .describe('JSON to send with POST; {query} inside a string of it stands for the text looked for.'),
    results_path: z
      .string()
      .default('results')
      .describe(
        "Where in the answer the list of results is, as names with dots between; '' for the answer itself.",
      ),
    fields: z
      .strictObject({
        url: fieldPath('url', 'Where in a result its address is.'),
        title: fieldPath('title', 'Where in a result its title is.'),
        text: fieldPath('text', 'Where in a result its text is.'),
      })
      .prefault({})
      .describe('Where in a result what is, as names with dots between.'),
    ...search,
  })
  .refine(({ method, body }) => method === 'POST' || body === undefined, {
    path: ['body'],
    error: 'only with method: POST',
  })
  .refine(({ url, body }) => `${url}${body ?? ''}`.includes(PLACEHOLDER), {
    path: ['url'],
    error: 'url or body must hold {query}',
  })
  .describe('Any search service that answers in JSON.');

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const mcp = z
  .strictObject({
    allowed_hosts: z
      .array(hostname())
      .optional()
      .describe(
        'Hosts MCP servers may be on, with their subdomains; others are 403 mcp_server_not_allowed. [] allows none. Default: any.',
      ),
    open_timeout_s: seconds(20, 'Seconds to reach the servers of a request and list their tools.'),
    call_timeout_s: seconds(120, 'Seconds for one call of a tool.'),
    max_tools: count(128, 10_000, 'Most tools of one server in a request, those its allowed_tools name.'),
    max_definition_characters: count(
      262_144,
      TEXT_CHARACTERS_LIMIT,
      'Most characters of the descriptions and schemas of those tools together.',
    ),
    max_bytes: count(1_048_576, 104_857_600, 'Largest answer of a server, in bytes.'),
    max_characters: characters(50_000),
  })
  .prefault({})
  .describe('MCP servers that requests name.');

const prices = z
  .strictObject({
    web_search: decimal(1000).default('0').describe('Per search by svc_web_search. Default: 0.'),
    web_fetch: decimal(1000).default('0').describe('Per page by svc_web_fetch. Default: 0.'),
  } satisfies Readonly<Record<ServerToolUseName, z.ZodType>>)
  .prefault({})
  .describe('US dollars per use, for calls paid by credits. Inside a plan allowance uses are free.');

/** `tools`: what runs on the service's side of a reply (D-40, D-41). */
export const toolsSchema = z
  .strictObject({
    web_fetch: webFetch,
    web_search: z
      .discriminatedUnion('type', [searxng, httpJson])
      .optional()
      .describe(
        'Where the built-in tool svc_web_search searches. Required when a model lists it in capabilities.server_tools.',
      ),
    mcp,
    prices,
  })
  .prefault({})
  .describe('Tools that run on the side of the service.');
