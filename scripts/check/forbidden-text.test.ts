import { describe, expect, it } from 'vitest';
import { forbiddenText } from './forbidden-text.ts';

describe('forbidden text', () => {
  it('is found with its line', () => {
    const planted = { path: 'docs/guide.md', text: 'fine\nsee ../shared/data\n' };
    expect(forbiddenText([planted])).toEqual([
      'docs/guide.md:2: points outside the repository, where a fresh clone has nothing',
    ]);
  });

  it('is a list of chunks that is joined, in the server and not in its tests', () => {
    const text = 'const body = Buffer.concat(chunks);\nBuffer.concat([head, body]);';
    const planted = ['server/src/a.ts', 'server/src/a.test.ts', 'tools/a.ts'].map((path) => ({ path, text }));
    expect(forbiddenText(planted)).toEqual([
      'server/src/a.ts:1: keeps every chunk as a Buffer of its own: use the ByteCollector of #kit',
    ]);
  });

  it('is British spelling in what users read', () => {
    const text = 'the behaviour of calls\nan organization\nenough to recognise it';
    const planted = ['openapi/operator.yaml', 'contract/rules/key.md'].map((path) => ({ path, text }));
    const why = 'is British spelling in a text for users, which is American';
    expect(forbiddenText(planted)).toEqual([
      `openapi/operator.yaml:1: ${why}`,
      `openapi/operator.yaml:3: ${why}`,
    ]);
  });

  it('is allowed where the exemption says', () => {
    expect(forbiddenText([{ path: '.ci/run', text: 'model=../shared/data/model.gguf' }])).toEqual([]);
  });

  it('leaves other uses of the words alone', () => {
    expect(forbiddenText([{ path: 'a.ts', text: "import './shared.ts'; // shared counters" }])).toEqual([]);
  });
});
