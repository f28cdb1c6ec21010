import type { HttpExchange } from '#exchange';
import type { Call } from '#features/module';

/** The call of an operation that is not known by its type. */
export type AnyCall = Call<{ path: string; body: unknown; query: unknown }>;

/** The handler of an operation that is not known by its type. */
export type AnyHandler<By = unknown> = (context: unknown, call: AnyCall, caller: By) => Promise<object>;

export function callOf({ params, input }: HttpExchange): AnyCall {
  return { params, ...input };
}
