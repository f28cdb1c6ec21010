import { expect, it } from 'vitest';
import type { DeploymentConfig } from '#config';
import { Secret } from '#kit';
import { configurationChanges } from './configuration-changes.ts';

const changes = (from: object, to: object) =>
  configurationChanges(from as DeploymentConfig, to as DeploymentConfig);

it('finds items of a list by their name, wherever they stand', () => {
  const large = { id: 'large', context: 100 };
  expect(
    changes(
      { models: [large] },
      {
        models: [
          { id: 'new.one', context: 1 },
          { ...large, context: 200 },
        ],
      },
    ),
  ).toEqual([
    { path: 'models["large"].context', from: '100', to: '200', needs_restart: false },
    { path: 'models["new.one"].id', from: null, to: '"new.one"', needs_restart: false },
    { path: 'models["new.one"].context', from: null, to: '1', needs_restart: false },
  ]);
});

it('compares other lists item by item, and tells lists that became empty', () => {
  expect(changes({ links: ['a', 'b'] }, { links: ['a'] })).toMatchObject([
    { path: 'links[1]', from: '"b"', to: null },
  ]);
  expect(changes({ links: ['a'] }, { links: [] })).toMatchObject([
    { path: 'links[0]', from: '"a"', to: null },
    { path: 'links', from: null, to: '[]' },
  ]);
  const ofTheSameName = (n: number) => ({ models: [{ id: 'a' }, { id: 'a', n }] });
  expect(changes(ofTheSameName(1), ofTheSameName(2))).toMatchObject([{ path: 'models[1].n' }]);
});

it('tells that a secret differs, and neither of its values', () => {
  const url = (password: string) => `redis://svc:${password}@127.0.0.1`;
  expect(
    changes({ key: new Secret('one'), url: url('one') }, { key: new Secret('two'), url: url('two') }),
  ).toEqual([
    { path: 'key', from: '"[secret]"', to: '"[secret]"', needs_restart: false },
    {
      path: 'url',
      from: '"redis://[secret]@127.0.0.1"',
      to: '"redis://[secret]@127.0.0.1"',
      needs_restart: false,
    },
  ]);
  expect(changes({ key: new Secret('one') }, { key: new Secret('one') })).toEqual([]);
});

it('tells what only a restart applies', () => {
  const paths = ['storage', 'storages'].map((name) =>
    changes({ [name]: { type: 'local' } }, { [name]: { type: 's3' } }),
  );
  expect(paths.flat().map(({ needs_restart: needs }) => needs)).toEqual([true, false]);
});
