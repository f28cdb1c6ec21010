import { summaryTurn, type Conversation, type Turn } from '#engine';

const TASK =
  'Write a summary of this conversation that will take its place: you will go on from the summary alone. Keep what was asked for, ' +
  'decisions, facts, names, numbers, code and results that are still needed, what is done and what is left to do. ' +
  'Write the summary only.';

/** What is asked of the model to make the summary. It sees the conversation as it was, and may not call anything. */
export function summaryRequest(
  { turns, tools, sources = [] }: Conversation,
  instructions: string | undefined,
): Conversation {
  const task = {
    type: 'text',
    text: instructions === undefined ? TASK : `${TASK}\n\n${instructions}`,
  } as const;
  const last = turns.at(-1);
  const asked: Turn[] =
    last?.role === 'user'
      ? [...turns.slice(0, -1), { role: 'user', blocks: [...last.blocks, task] }]
      : [...turns, { role: 'user', blocks: [task] }];
  // With the sources, because marks in a summary would stand for nothing.
  return { turns: asked, tools, sources, toolChoice: 'none' };
}

/**
 * The conversation that is answered in place of the whole one: instructions, summary, and what the user said last, in
 * its own words where it is no more than `keptBytes`. Results of calls go: their calls are in the summary.
 */
export function fromSummary<T extends Conversation>(conversation: T, summary: string, keptBytes: number): T {
  const { turns } = conversation;
  const last = turns.at(-1)!;
  const question = last.role === 'user' ? last.blocks.filter((block) => block.type === 'text') : [];
  const bytes = question.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const instructions = turns.filter(({ role }) => role === 'system');
  return {
    ...conversation,
    turns: [...instructions, summaryTurn(summary, bytes <= keptBytes ? question : [])],
  };
}
