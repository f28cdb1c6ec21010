import { describe, expect, it } from 'vitest';
import { forbiddenText } from './forbidden-text.ts';

describe('forbidden text', () => {
  it('is found with its line', () => {
    const planted = { path: 'docs/guide.md', text: 'fine\nsee ../shared/data\n' };
    expect(forbiddenText([planted])).toEqual([
      'docs/guide.md:2: points outside the repository, where a fresh clone has nothing',
    ]);
  });

  it('is allowed where the exemption says', () => {
    expect(forbiddenText([{ path: '.ci/run', text: 'model=../shared/data/model.gguf' }])).toEqual([]);
  });

  it('leaves other uses of the words alone', () => {
    expect(forbiddenText([{ path: 'a.ts', text: "import './shared.ts'; // shared counters" }])).toEqual([]);
  });
});
