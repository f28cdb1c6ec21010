import { expect, it } from 'vitest';
import type { ModelConfig } from '#config';
import type { InferenceCall } from '#exchange';
import { withoutMissingSearch } from './without-missing-search.ts';

const SEARCH = { type: 'web_search' } as const;
const F = { name: 'f' };

it.each<
  [choice: InferenceCall['toolChoice'], tools: InferenceCall['tools'], kept: InferenceCall['toolChoice']]
>([
  ['auto', [], 'auto'],
  ['none', [], 'none'],
  ['any', [], 'auto'],
  ['auto', [F], 'auto'],
  ['none', [F], 'none'],
  ['any', [F], 'any'],
  [F, [F], F],
])(
  'COMPR-07 a search that the model lacks is removed, and the choice %j among %j is %j',
  (choice, tools, kept) => {
    const call = { tools, toolChoice: choice, builtinTools: [SEARCH] } as unknown as InferenceCall;
    const model = (types: readonly string[]) =>
      ({ capabilities: { server_tools: types } }) as unknown as Pick<ModelConfig, 'capabilities'>;
    expect(withoutMissingSearch(call, model([]))).toEqual({ tools, toolChoice: kept });
    expect(withoutMissingSearch(call, model(['web_search']))).toBe(call);
    const { builtinTools: _search, ...plain } = call;
    expect(withoutMissingSearch(plain, model([]))).toBe(plain);
  },
);
