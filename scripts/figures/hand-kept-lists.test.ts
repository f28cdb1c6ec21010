import { describe, expect, it } from 'vitest';
import { handKeptLists } from './hand-kept-lists.ts';
import { plantedTree } from './planted-tree.ts';

const IMPORTS = ['a', 'b', 'c', 'd']
  .map((name) => `import { drop_${name} } from '#features/${name}';`)
  .join('\n');
const count = (text: string) =>
  handKeptLists(plantedTree({ 'server/src/platform/app-services.ts': `${IMPORTS}\n${text}` }))[0]?.places;
const AT_LINE_5 = ['server/src/platform/app-services.ts:5'];

describe('hand-kept lists', () => {
  it.each([
    'async function close() { this.a.close(); await this.b.close(); this.c?.close(); await this.d.x.close(); }',
    'function forget(deps, id) { deps.a.drop(id); deps.b.drop(id); deps.c.drop(id); deps.d.drop(id); }',
    'const memories = [this.a, this.b, this.c.x, this.d];',
    'async function tidy() { await drop_a(db); await drop_b(db, 1); await drop_c(db); drop_d(db); }',
    'const drops = { a: (now) => drop_a(now), b: (now) => drop_b(now), c: () => drop_c(1), d: () => drop_d(2) };',
    'const jobs = [deps.a.job, deps.b.job, ...more, deps.c.job, deps.d.x.job];',
  ])('name many parts or features: %s', (text) => {
    expect(count(text)).toEqual(AT_LINE_5);
  });

  it.each([
    'function close() { this.a.close(); this.b.close(); this.c.close(); }',
    'function record() { this.a.add(1, x); this.b.add(2); this.c.add(y); this.d.add(z); }',
    'const row = [place.a, place.b, place.c, place.d];',
    'const row = [a.id, b.id, c.id, d.id];',
    'const answers = { a: (scope) => drop_a(scope), b: (scope) => drop_b(scope), c: (scope) => drop_b(scope), d: (scope) => drop_c(scope) };',
    'async function tidy() { await drop_a(db); await drop_a(db); await drop_b(db); await drop_c(db); }',
  ])('are not %s', (text) => {
    expect(count(text)).toEqual([]);
  });

  it('cannot be counted when no file imports a feature', () => {
    expect(() => handKeptLists(plantedTree({ 'server/src/main.ts': 'run();' }))).toThrow(
      'No file imports a feature',
    );
  });
});
