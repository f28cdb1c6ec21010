import type { Conversation, Turn } from '#engine';

function said(role: Turn['role'], text: string): Turn {
  return { role, blocks: [{ type: 'text', text }] };
}

/** An assistant turn that the reply continues is continued by it here too: two in a row are refused by some templates. */
function withReply(turns: readonly Turn[], text: string): readonly Turn[] {
  const last = turns.at(-1);
  // Several engines refuse a turn without text.
  const reply = said('assistant', text.trim() === '' ? '(no answer)' : text);
  if (last?.role !== 'assistant') return [...turns, reply];
  return [...turns.slice(0, -1), { ...last, blocks: [...last.blocks, ...reply.blocks] }];
}

/** The conversation that asks for the same reply once more, and says what was wrong with the last. No tools: it is the answer that is asked for. */
export function correction(
  conversation: Conversation,
  text: string,
  problems: readonly string[],
): Conversation {
  const request = `This answer does not have the form that was asked for:\n${problems.join('\n')}\nWrite the whole answer again, corrected, and nothing else.`;
  return {
    ...conversation,
    toolChoice: 'none',
    turns: [...withReply(conversation.turns, text), said('user', request)],
  };
}
