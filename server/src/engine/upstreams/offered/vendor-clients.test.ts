import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI, { AzureOpenAI } from 'openai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseDeployment } from '#config';
import { createClock } from '#kit';
import { LIST_KEY, ListDouble, type ListRequest } from '../../../../test-kit/engine-doubles/list-double.ts';
import { WIRE_VERSION } from '../anthropic.ts';
import { listOffered } from './list-offered.ts';

let double: ListDouble;
beforeEach(async () => {
  double = await ListDouble.start();
});
afterEach(() => double[Symbol.asyncDispose]());

interface Vendor {
  readonly engine: () => object;
  /** Reads all pages, and answers what entries are called by. */
  readonly list: () => Promise<string[]>;
  /** Query fields that one side may leave out: sizes of pages, of which we ask for the largest, and a version that the path has. */
  readonly optional: readonly string[];
}

const MODELS = [{ id: 'M', default: true, routes: [{ engine: 'main', model: 'm' }] }];

const googleClient = (options: object): GoogleGenAI =>
  new GoogleGenAI({ ...options, httpOptions: { baseUrl: double.url } });
const fetchFromDouble = (url: unknown, init?: RequestInit): Promise<Response> =>
  fetch(String(url).replace('https://oauth2.googleapis.com', double.url), init);

async function namesIn<Entry>(
  pages: PromiseLike<AsyncIterable<Entry>>,
  nameOf: (entry: Entry) => string = (entry) => (entry as { readonly id: string }).id,
): Promise<string[]> {
  return Array.fromAsync(await pages, nameOf);
}

const VENDORS: Readonly<Record<string, Vendor>> = {
  openai: {
    engine: () => ({ type: 'openai', base_url: `${double.url}/v1`, api_key: LIST_KEY }),
    list: () => namesIn(new OpenAI({ apiKey: LIST_KEY, baseURL: `${double.url}/v1` }).models.list()),
    optional: [],
  },
  'azure-openai': {
    engine: () => ({ type: 'azure-openai', base_url: double.url, api_key: LIST_KEY }),
    list: () => {
      const address = { baseURL: `${double.url}/openai/v1`, apiVersion: 'preview' };
      return namesIn(new AzureOpenAI({ apiKey: LIST_KEY, ...address }).models.list());
    },
    optional: ['api-version'],
  },
  anthropic: {
    engine: () => ({ type: 'anthropic', base_url: `${double.url}/v1`, api_key: LIST_KEY }),
    list: () => {
      // Today's client sends a later version, and its key as a bearer token; the vendor takes these of earlier ones too.
      const defaultHeaders = { 'anthropic-version': WIRE_VERSION, 'x-api-key': LIST_KEY };
      const client = new Anthropic({ apiKey: null, authToken: null, baseURL: double.url, defaultHeaders });
      return namesIn(client.models.list());
    },
    optional: ['limit'],
  },
  gemini: {
    engine: () => ({ type: 'gemini', base_url: double.url, api_key: LIST_KEY }),
    list: () =>
      namesIn(
        googleClient({ apiKey: LIST_KEY, apiVersion: 'v1beta' }).models.list(),
        ({ name = '' }) => name,
      ),
    optional: ['pageSize'],
  },
  vertex: {
    engine: () => ({
      type: 'vertex',
      project: 'acme',
      base_url: double.url,
      credentials: { json: JSON.stringify(double.tokens.account) },
      token_url: `${double.url}/token`,
    }),
    list: () => {
      const clientOptions = { transporterOptions: { fetchImplementation: fetchFromDouble } };
      const googleAuthOptions = { credentials: double.tokens.account, clientOptions };
      const client = googleClient({
        vertexai: true,
        project: 'acme',
        location: 'global',
        apiVersion: 'v1beta1',
        googleAuthOptions,
      });
      return namesIn(client.models.list(), ({ name = '' }) => name);
    },
    optional: ['pageSize'],
  },
};

/** All that a vendor reads of a request. Tokens are issued, so that only their scheme is compared. */
function essence({ method, path, query, headers, body }: ListRequest, optional: readonly string[]): object {
  const { authorization } = headers;
  const isKey = authorization === `Bearer ${LIST_KEY}`;
  return {
    method,
    path,
    query: Object.fromEntries(Object.entries(query).filter(([name]) => !optional.includes(name))),
    body,
    authorization: isKey ? authorization : authorization?.replace(/ .*/, ''),
    keys: ['api-key', 'x-api-key', 'x-goog-api-key'].map((name) => headers[name]),
    version: headers['anthropic-version'],
  };
}

describe('D-ENG-32 the list of models', () => {
  it.each(Object.entries(VENDORS))(
    "of an engine of type %s is asked for as the vendor's client does, page by page",
    async (_type, { engine, list, optional }) => {
      // Of deployments the vendor's client has no list.
      double.hasDeployments = false;
      const theirNames = await list();
      const theirs = double.seen.splice(0);
      const { config } = parseDeployment(JSON.stringify({ engines: { main: engine() }, models: MODELS }), {
        source: 'f',
        baseUrl: 'http://localhost',
        directory: '/',
        variable: () => undefined,
        severalNodes: false,
        sendsMail: false,
      });
      const offered = await listOffered(config.engines['main']!, createClock(), AbortSignal.timeout(60_000));
      const ours = double.seen.filter(({ path }) => path !== '/openai/deployments');
      expect(ours.map((request) => essence(request, optional))).toEqual(
        theirs.map((request) => essence(request, optional)),
      );
      const names = new Set(theirNames.map((name) => name.split('/').at(-1)));
      expect(offered).not.toEqual([]);
      for (const { model } of offered ?? []) expect(names).toContain(model);
    },
  );
});
