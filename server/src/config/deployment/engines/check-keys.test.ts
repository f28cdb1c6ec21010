import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../test-support/problems.ts';

const engines = (engine: string): string => `engines: { e: { ${engine} } }
models: [{ id: M, default: true, routes: [{ engine: e }] }]
`;
const KEY = '{ name: a, api_key: k }';

describe.each(['openai', 'anthropic'])('keys of an engine of type %s (D-ENG-1)', (type) => {
  it.each([
    [
      'beside another credential',
      `api_key: k, keys: [${KEY}]`,
      'keys: has no effect beside api_key; give one of the two',
    ],
    ['of one name', `keys: [${KEY}, ${KEY}]`, 'keys[1].name: "a" is already used at engines.e.keys[0]'],
    ['without a credential', 'keys: [{ name: a }]', 'keys[0].api_key: required'],
    ['without a name', 'keys: [{ api_key: k }]', 'keys[0].name: required'],
    ['with an unknown field', 'keys: [{ name: a, api_key: k, region: x }]', 'keys[0].region: unknown key'],
    [
      'with a negative weight',
      'keys: [{ name: a, api_key: k, weight: -1 }]',
      'keys[0].weight: must be at least 0',
    ],
    ['that are none', 'keys: []', 'keys: must have at least 1 item'],
  ])('are refused %s', (_name, fields, problem) => {
    expect(problemsOf(engines(`type: ${type}, base_url: "http://h/v1", ${fields}`))).toContain(
      `engines.e.${problem}`,
    );
  });
});

it.each([
  ['llama', 'type: llama, model_path: /dev/null'],
  ['sandbox', 'type: sandbox'],
])('an engine of type %s has no keys', (_type, fields) => {
  expect(problemsOf(engines(`${fields}, keys: [${KEY}]`))).toContain('engines.e.keys: unknown key');
});
