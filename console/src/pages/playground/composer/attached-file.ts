import type { FileObject } from '@svc/contract';
import type { ExtendedChatRequest } from '@svc/sdk';

export type PlaygroundMessage = NonNullable<ExtendedChatRequest['messages']>[number];
type UserContent = Extract<PlaygroundMessage, { role: 'user' }>['content'];

/** A file that a message names. */
export type AttachedFile = Pick<FileObject, 'id' | 'filename' | 'purpose'>;

/** What a message says, with the files it is about ahead of it. */
export function userMessage(text: string, files: readonly AttachedFile[]): PlaygroundMessage {
  if (files.length === 0) return { role: 'user', content: text };
  const parts = files.map(({ id, purpose }) =>
    purpose === 'vision'
      ? ({ type: 'image_file', image_file: { file_id: id } } as const)
      : ({ type: 'file', file: { file_id: id } } as const),
  );
  const content: UserContent = [...parts, ...(text === '' ? [] : [{ type: 'text' as const, text }])];
  return { role: 'user', content };
}

export function namesFiles(messages: readonly PlaygroundMessage[]): boolean {
  return messages.some(({ role, content }) => role === 'user' && Array.isArray(content));
}
