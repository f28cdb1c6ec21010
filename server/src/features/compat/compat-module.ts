import type { Module } from '#features/module';
import type { ResponseItems } from './responses/items/response-items.ts';

export function compatModule({ responseItems }: { readonly responseItems: ResponseItems }) {
  return { jobs: responseItems.jobs, close: () => responseItems.flush() } satisfies Module;
}
