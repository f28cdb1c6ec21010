import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../test-support/problems.ts';

const engines = (engine: string): string => `engines: { e: { ${engine} } }
models: [{ id: M, default: true, routes: [{ engine: e }] }]
`;
const KEY = '{ name: a, api_key: k }';

/** What an engine of each type needs besides its keys, and what is said of a key without a credential. */
const TYPES = [
  ['openai', 'base_url: "http://h/v1"', 'api_key: required'],
  ['anthropic', 'base_url: "http://h/v1"', 'api_key: required'],
  ['azure-openai', 'resource: r', 'api_key: required, or entra'],
  ['bedrock', 'region: eu-central-1', 'api_key: required, or credentials'],
  ['gemini', '', 'api_key: required'],
] as const;

describe.each(TYPES)('keys of an engine of type %s (D-ENG-1)', (type, needs, required) => {
  it.each([
    [
      'beside another credential',
      `api_key: k, keys: [${KEY}]`,
      'keys: has no effect beside api_key; give one of the two',
    ],
    ['of one name', `keys: [${KEY}, ${KEY}]`, 'keys[1].name: "a" is already used at engines.e.keys[0]'],
    ['without a credential', 'keys: [{ name: a }]', `keys[0].${required}`],
    [
      'whose credential would be two lines of a header',
      'keys: [{ name: a, api_key: "k\\nx-more: y" }]',
      'keys[0].api_key: must be printable ASCII on one line',
    ],
    ['without a name', 'keys: [{ api_key: k }]', 'keys[0].name: required'],
    ['with an unknown field', 'keys: [{ name: a, api_key: k, region: x }]', 'keys[0].region: unknown key'],
    [
      'with a negative weight',
      'keys: [{ name: a, api_key: k, weight: -1 }]',
      'keys[0].weight: must be at least 0',
    ],
    ['that are none', 'keys: []', 'keys: must have at least 1 item'],
  ])('are refused %s', (_name, fields, problem) => {
    const all = [`type: ${type}`, needs, fields].filter(Boolean).join(', ');
    expect(problemsOf(engines(all))).toEqual([`engines.e.${problem}`]);
  });
});

describe.each([
  ['azure-openai', 'resource: r', 'entra: { managed_identity: true }', 'entra'],
  ['bedrock', 'region: eu-central-1', 'credentials: { from: default }', 'credentials'],
])('a type with two kinds of credentials, %s (D-ENG-1),', (type, needs, other, field) => {
  it.each([
    ['without any', '', `api_key: required, or ${field} or keys`],
    ['with both', `api_key: k, ${other}`, `${field}: has no effect beside api_key; give one of the two`],
    [
      'with both in a key',
      `keys: [{ name: a, api_key: k, ${other} }]`,
      `keys[0].${field}: has no effect beside api_key; give one of the two`,
    ],
    [
      'with one beside keys',
      `${other}, keys: [${KEY}]`,
      `keys: has no effect beside ${field}; give one of the two`,
    ],
  ])('is refused %s', (_name, fields, problem) => {
    const all = [`type: ${type}`, needs, fields].filter(Boolean).join(', ');
    expect(problemsOf(engines(all))).toEqual([`engines.e.${problem}`]);
  });
});

it.each([
  ['llama', 'type: llama, model_path: /dev/null'],
  ['sandbox', 'type: sandbox'],
])('an engine of type %s has no keys', (_type, fields) => {
  expect(problemsOf(engines(`${fields}, keys: [${KEY}]`))).toContain('engines.e.keys: unknown key');
});
