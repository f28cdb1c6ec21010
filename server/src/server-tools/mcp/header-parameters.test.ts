import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { scriptedMcpSite, sendResult, type ScriptedMcpSite } from '#test-kit';
import { McpBench } from '../test-support/mcp-bench.ts';
import { hasValidHeaders } from './header-parameters.ts';

const named = (name: unknown, type: unknown = 'string') => ({ type, 'x-mcp-header': name });
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

const VALID: readonly [string, object][] = [
  ['none', object({ a: { type: 'string' } })],
  ['no properties', { type: 'object' }],
  ['one of each type', object({ a: named('A'), b: named('B', 'integer'), c: named('C', 'boolean') })],
  ['every character of a token', object({ a: named("!#$%&'*+-.^_`|~09azAZ") })],
  ['one below properties', object({ a: object({ b: object({ c: named('C') }) }) })],
  ['a parameter of that name', object({ 'x-mcp-header': { type: 'string' } })],
  ['the word among values', object({ a: { enum: [{ 'x-mcp-header': 1 }], default: { 'x-mcp-header': 1 } } })],
];

const INVALID: readonly [string, object][] = [
  ['an empty name', object({ a: named('') })],
  ['a name that is no text', object({ a: named(1) })],
  ['null', object({ a: named(null) })],
  ...[' ', 'a b', 'a\r\nb', 'a:b', 'a/b', 'ä', '(a)'].map((name): [string, object] => [
    `the name ${JSON.stringify(name)}`,
    object({ a: named(name) }),
  ]),
  ...['number', 'object', 'array', 'null', undefined, ['string', 'null']].map((type): [string, object] => [
    `the type ${JSON.stringify(type)}`,
    object({ a: { ...named('A'), type } }),
  ]),
  ['a name twice', object({ a: named('Region'), b: object({ c: named('rEGION') }) })],
  ['the whole', { ...object({}), 'x-mcp-header': 'A' }],
  ...[
    ...[
      'items',
      'contains',
      'additionalProperties',
      'unevaluatedProperties',
      'propertyNames',
      'not',
      'if',
      'then',
      'else',
    ].map((keyword): [string, object] => [keyword, object({ a: { [keyword]: named('A') } })]),
    ...['prefixItems', 'oneOf', 'anyOf', 'allOf'].map((keyword): [string, object] => [
      keyword,
      object({ a: { [keyword]: [{ type: 'string' }, named('A')] } }),
    ]),
    ...['patternProperties', 'dependentSchemas', '$defs', 'definitions'].map((keyword): [string, object] => [
      keyword,
      object({}, { [keyword]: { x: object({ a: named('A') }) } }),
    ]),
    ['properties below items', object({ a: { items: object({ b: named('B') }) } })] as [string, object],
  ].map(([name, schema]): [string, object] => [`one below ${name}`, schema]),
];

describe('parameters in headers', () => {
  it.each(VALID)('are valid with %s', (_name, schema) => expect(hasValidHeaders(schema)).toBe(true));
  it.each(INVALID)('are not valid with %s', (_name, schema) => expect(hasValidHeaders(schema)).toBe(false));
});

describe('a tool that wants parameters in headers', () => {
  let site: ScriptedMcpSite;
  const mcp = new McpBench(() => site.url);
  beforeAll(async () => (site = await scriptedMcpSite()));
  afterEach(() => mcp.close());
  afterAll(() => site.close());

  const tools = [...VALID, ...INVALID].map(([, inputSchema], at) => ({
    name: `t${at}`,
    inputSchema: { ...inputSchema, type: 'object' },
  }));
  const names = async () => (await mcp.open()).tools.map(({ definition }) => definition.name);

  it('D-40 is left out where they are not valid', async () => {
    const modern = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
    site.lies = {
      'server/discover': (rpc, response) =>
        sendResult(rpc, response, {
          ...modern,
          supportedVersions: ['2026-07-28'],
          capabilities: { tools: {} },
          serverInfo: { name: 't', version: '1' },
        }),
      'tools/list': (rpc, response) => sendResult(rpc, response, { ...modern, tools }),
    };
    expect(await names()).toEqual(VALID.map((_valid, at) => `s__t${at}`));
    expect(site.seen.some(({ method }) => method === 'initialize')).toBe(false);
  });

  it('D-40 is like any other in the older revisions, which have no such headers', async () => {
    site.lies = { 'tools/list': (rpc, response) => sendResult(rpc, response, { tools }) };
    expect(await names()).toHaveLength(tools.length);
  });
});
