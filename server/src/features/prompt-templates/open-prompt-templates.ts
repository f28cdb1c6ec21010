import type { Clock, Closing, Log } from '#kit';
import type { Store } from '#store';
import { PromptDirectory } from './prompt-directory.ts';

interface PromptTemplatesParts {
  readonly store: Pick<Store, 'db' | 'announcements'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly closing: Closing;
}

export function openPromptTemplates({ store, clock, log, closing }: PromptTemplatesParts) {
  const { db, announcements } = store;
  return { prompts: closing(new PromptDirectory({ db, clock, log, announcements })) };
}
