import type { Module } from '#features/module';
import { SEALED_ITEMS } from './responses/items/sealed-items.ts';
import type { ResponseItems } from './responses/items/response-items.ts';

export function compatModule({ responseItems }: { readonly responseItems: ResponseItems }) {
  return {
    jobs: responseItems.jobs,
    sealed: [SEALED_ITEMS],
    close: () => responseItems.flush(),
  } satisfies Module;
}
