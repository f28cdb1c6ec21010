import type { PathParameter } from '@svc/contract';
import type { Exchange } from '#exchange';

/** What an answer is given of a request: all of it checked. */
export interface Call<C extends { path: string; body: unknown; query: unknown }> {
  readonly params: Readonly<Record<PathParameter<C['path']>, string>>;
  readonly body: C['body'];
  readonly query: C['query'];
}

/** The call of an operation that is not known by its type. */
export type AnyCall = Call<{ path: string; body: unknown; query: unknown }>;

const ID = /^\w{1,64}$/;

/** A parameter that cannot be an id, and might not even be text to the database, becomes one that nothing has. */
export function callOf({ params, input }: Exchange): AnyCall {
  const ids = Object.entries(params).map(([name, value]) => [name, ID.test(value) ? value : '']);
  return { params: Object.fromEntries(ids) as Record<string, string>, ...input };
}
