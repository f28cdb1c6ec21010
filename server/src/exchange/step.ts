/**
 * One named part of the request path. Refuses by throwing an `ApiError`; stays synchronous whenever it can. Takes an exchange
 * of which `Needs` is known, and leaves behind one of which `Adds` is known too (facts.ts).
 */
export interface Step<in Needs, out Adds = unknown> {
  (exchange: Needs): void | Promise<void>;
  /** For the compiler only: nothing has it. */
  readonly adds?: Adds;
}

/** A list of steps as one. */
interface Sequence<in Needs, out Adds> extends Step<Needs, Adds> {
  readonly steps: readonly AnyStep[];
}

type AnyStep = Step<never>;
type AddedBy<One> = One extends Step<never, infer Adds> ? Adds : never;

/** The steps as they may stand behind each other where `Has` is known at first. */
type Ordered<Has, Steps extends readonly unknown[]> = Steps extends readonly [infer First, ...infer Rest]
  ? [Step<Has, AddedBy<First>>, ...Ordered<Has & AddedBy<First>, Rest>]
  : [];

type AddedByAll<Steps extends readonly unknown[]> = Steps extends readonly [infer First, ...infer Rest]
  ? AddedBy<First> & AddedByAll<Rest>
  : unknown;

/**
 * Runs the steps in order. Once a step needs to wait, the rest continue behind it, unless the client has gone in the
 * meantime. A refused request runs no later step. `Has`: what is known ahead of the first. A step that needs a fact which
 * no step ahead of it adds does not compile. A list within the list runs as if it were written out; it is made ahead, or by a
 * function of its own, because the compiler infers nothing of a generic call within the arguments.
 */
export function sequence<Has extends { readonly gone: boolean }>() {
  return <const Steps extends readonly AnyStep[]>(
    ...list: Steps & Ordered<Has, Steps>
  ): Sequence<Has, AddedByAll<Steps>> => {
    const steps = list.flatMap((step: AnyStep) =>
      'steps' in step ? (step as Sequence<never, unknown>).steps : [step],
    ) as Step<Has>[];
    const runFrom = (exchange: Has, from: number): void | Promise<void> => {
      for (let i = from; i < steps.length; i++) {
        const waiting = steps[i]!(exchange);
        if (waiting) return waiting.then(() => (exchange.gone ? undefined : runFrom(exchange, i + 1)));
      }
    };
    return Object.assign((exchange: Has) => runFrom(exchange, 0), { steps });
  };
}
