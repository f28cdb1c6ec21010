import { describe, expect, it } from 'vitest';
import { choose, parseOptions } from './options.ts';

describe('parseOptions', () => {
  it('repeats three times unless it is quick or told otherwise', () => {
    expect(parseOptions([]).repeats).toBe(3);
    expect(parseOptions(['--quick']).repeats).toBe(1);
    expect(parseOptions(['--quick', '--reps', '2']).repeats).toBe(2);
  });

  it('profiles svc alone, unless others are named', () => {
    expect(parseOptions(['--profile'])).toMatchObject({ only: ['svc'], profile: true, repeats: 1 });
    expect(parseOptions(['--profile', '--only', 'svc-traces-100'])).toMatchObject({
      only: ['svc-traces-100'],
    });
  });

  it('names contenders that take turns', () => {
    expect(parseOptions(['--turns', '40', '--only', 'bare,svc-traces-100'])).toMatchObject({
      turns: 40,
      only: ['bare', 'svc-traces-100'],
    });
  });

  it.each([
    [['--reps', '0']],
    [['--reps', 'x']],
    [['--nonsense']],
    [['--turns', '0']],
    [['--against', '/x']],
    [['--turns', '9', '--scenarios', 'json-c64']],
    [['--turns', '9', '--profile']],
    [['--cold', '1.5']],
    [['--cold', '3', '--turns', '9']],
  ])('refuses %j', (args) => {
    expect(() => parseOptions(args)).toThrow();
  });
});

describe('choose', () => {
  const all = [{ name: 'a' }, { name: 'b' }];

  it('keeps the order of what there is, and refuses names that do not exist', () => {
    expect(choose(all, ['b', 'a'])).toEqual(all);
    expect(choose(all, undefined, ({ name }) => name === 'b')).toEqual([{ name: 'b' }]);
    expect(() => choose(all, ['c'])).toThrow('there is no c');
  });
});
