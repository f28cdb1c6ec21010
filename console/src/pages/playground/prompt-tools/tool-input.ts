import type { PlaygroundMessage } from '../composer/attached-file.ts';

/** The prompt that the tools work on. */
export interface ToolInput {
  readonly messages: { readonly role: 'user' | 'assistant'; readonly content: string }[];
  readonly system?: string;
}

/** What of a conversation the tools take: its text. Undefined: the person has written none yet. */
export function toolInput(system: string, conversation: readonly PlaygroundMessage[]): ToolInput | undefined {
  const messages = conversation.flatMap(({ role, content }): ToolInput['messages'] => {
    if (role !== 'user' && role !== 'assistant') return [];
    const text =
      typeof content === 'string'
        ? content
        : (content ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('');
    return text === '' ? [] : [{ role, content: text }];
  });
  if (!messages.some(({ role }) => role === 'user')) return undefined;
  return { messages, ...(system.trim() === '' ? {} : { system }) };
}
