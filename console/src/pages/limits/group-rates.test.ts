import { describe, expect, it } from 'vitest';
import { groupRates } from './group-rates.ts';
import type { RateUse } from '../../resources/limits/rate-meter.tsx';

function rate(more: Partial<RateUse>): RateUse {
  return { scope: 'organization', measure: 'requests', model: 'A', limit_per_minute: 100, used: 0, ...more };
}

describe('rates on the Limits page', () => {
  it('stand by model and kind, the limit of the workspace before the one it shares', () => {
    const [own, shared] = [rate({ scope: 'workspace', limit_per_minute: 5 }), rate({})];
    const tokens = rate({ measure: 'input_tokens' });
    const other = rate({ model: 'B' });
    const embeddings = rate({ model: null, measure: 'embeddings_tokens' });
    expect(groupRates([shared, tokens, other, own, embeddings])).toEqual({
      models: [
        { model: 'A', measures: [[own, shared], [tokens], []] },
        { model: 'B', measures: [[other], [], []] },
      ],
      others: [embeddings],
    });
  });
});
