import type { Module } from '#features/module';
import type { ReplyHistory } from './history/check-history.ts';

export function conversationModule({ history: { marks } }: { readonly history: ReplyHistory }) {
  return { jobs: marks.jobs, close: () => marks.flush() } satisfies Module;
}
