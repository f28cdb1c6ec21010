import { describe, expect, it } from 'vitest';
import { handlerNames } from './handler-names.ts';
import { plantedTree } from './planted-tree.ts';

const count = (responses: string, ids: readonly string[]) =>
  handlerNames(plantedTree({ 'server/src/answers.ts': responses }, ids))[0];

describe('handlers', () => {
  it('are named as their operation when their answer uses a function of that name', () => {
    const responses =
      '({ listKeys: (scope) => listKeys(scope), readKey, revokeKey(change) {}, updateKey: steps(updateKey) })';
    expect(count(responses, ['listKeys', 'readKey', 'revokeKey', 'updateKey'])).toMatchObject({
      value: '0 of 4',
      places: [],
    });
  });

  it('may be shared by an operation of the organization and one of a workspace', () => {
    const responses =
      '({ readOrganizationWebhook: (scope) => readWebhook(ofOrganization(scope)), listOrganizationWebhooks: all })';
    expect(count(responses, ['readOrganizationWebhook', 'listOrganizationWebhooks'])?.places).toEqual([
      'server/src/answers.ts:1 listOrganizationWebhooks',
    ]);
  });

  it('are told when they have another name', () => {
    const responses =
      '({\n  createKey: async (change) => new Created(await makeKey(change)),\n  listKeys: readAll,\n})';
    expect(count(responses, ['createKey', 'listKeys'])?.places).toEqual([
      'server/src/answers.ts:2 createKey',
      'server/src/answers.ts:3 listKeys',
    ]);
  });

  it('cannot be counted when an operation has no answer', () => {
    expect(() => count("({ listKeys: 'a title', readKey: (scope) => 1 })", ['listKeys', 'readKey'])).toThrow(
      'Nothing in server/src answers listKeys',
    );
  });
});
