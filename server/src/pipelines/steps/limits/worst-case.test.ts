import { expect, it } from 'vitest';
import type { Parsed } from '#exchange';
import { worstCaseOfCall, type SelectedCall } from './worst-case.ts';

const COMPACTION_TOKENS = 700;
const TRIGGER = { contextManagement: { compact: { triggerTokens: 100 } } };
const FORMAT = { responseFormat: { type: 'json_object' } };

/** How often the prompt may be read, and the output of a summary. */
function worstOf(call: object, admission: object): readonly [number, number] {
  const worst = worstCaseOfCall({ replyLimits: () => ({ compactionTokens: COMPACTION_TOKENS }) as never });
  const { prompts, summaryTokens } = worst({ call, admission } as unknown as SelectedCall & Parsed);
  return [prompts, summaryTokens];
}

it.each<[string, object, object, readonly [number, number]]>([
  ['reads its prompt once', {}, { promptBytes: 1000 }, [1, 0]],
  ['reads it again to repair its form', FORMAT, { promptBytes: 1000 }, [2, 0]],
  ['summarises nothing below the trigger', TRIGGER, { promptTokens: 99, promptBytes: 1000 }, [1, 0]],
  ['summarises at the trigger', TRIGGER, { promptTokens: 100, promptBytes: 1 }, [2, COMPACTION_TOKENS]],
  ['may summarise what has as many bytes', TRIGGER, { promptBytes: 100 }, [2, COMPACTION_TOKENS]],
  ['has too few bytes to be summarised', TRIGGER, { promptBytes: 99 }, [1, 0]],
  ['does both', { ...TRIGGER, ...FORMAT }, { promptTokens: 100, promptBytes: 1 }, [3, COMPACTION_TOKENS]],
])('D-85 a call that %s', (_, call, admission, expected) => {
  expect(worstOf(call, admission)).toEqual(expected);
});
