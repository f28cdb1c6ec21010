import type { HttpExchange } from '#exchange';
import type { Call } from '#features/module';

/** The call of an operation that is not known by its type. */
export type AnyCall = Call<{ path: string; body: unknown; query: unknown }>;

/** The handler of an operation that is not known by its type. */
export type AnyHandler<By = unknown> = (context: unknown, call: AnyCall, caller: By) => Promise<object>;

const ID = /^[\w-]{1,100}$/;
/** What the configuration names is no id: models have spaces. */
const CONFIGURED = new Set(['model_id', 'engine']);
const NAME = /^[^\p{Cc}\p{Cs}]{1,200}$/u;

/** A parameter that cannot be an id, and might not even be text to the database, becomes one that nothing has. */
export function callOf({ params, input }: HttpExchange): AnyCall {
  const ids = Object.entries(params).map(([name, value]) => [
    name,
    (CONFIGURED.has(name) ? NAME : ID).test(value) ? value : '',
  ]);
  return { params: Object.fromEntries(ids) as Record<string, string>, ...input };
}
