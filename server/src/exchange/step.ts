/**
 * One named part of the request path. Refuses by throwing an `ApiError`; stays synchronous whenever possible.
 * Takes an exchange whose `Needs` are known, and leaves one whose `Adds` are known too (facts.ts).
 */
export interface Step<in Needs, out Adds = unknown> {
  (exchange: Needs): void | Promise<void>;
  /** For the compiler only: no step has a value here. */
  readonly adds?: Adds;
}

/** A list of steps combined into one. */
interface Sequence<in Needs, out Adds> extends Step<Needs, Adds> {
  readonly steps: readonly AnyStep[];
}

type AnyStep = Step<never>;
type AddedBy<One> = One extends Step<never, infer Adds> ? Adds : never;

/** The steps, in an order that type-checks when `Has` is known at the start. */
type Ordered<Has, Steps extends readonly unknown[]> = Steps extends readonly [infer First, ...infer Rest]
  ? [Step<Has, AddedBy<First>>, ...Ordered<Has & AddedBy<First>, Rest>]
  : [];

type AddedByAll<Steps extends readonly unknown[]> = Steps extends readonly [infer First, ...infer Rest]
  ? AddedBy<First> & AddedByAll<Rest>
  : unknown;

/**
 * Runs the steps in order. Once a step has to wait, the rest continue after it, unless the client has left.
 * After a refusal no later step runs. `Has`: what is known before the first step. A step does not compile
 * when it needs a fact that no earlier step adds. A nested list runs as if it were inlined. Create it
 * beforehand or in its own function, because the compiler infers nothing for a generic call within the
 * arguments.
 */
export function sequence<Has extends { readonly disconnected: boolean }>() {
  return <const Steps extends readonly AnyStep[]>(
    ...list: Steps & Ordered<Has, Steps>
  ): Sequence<Has, AddedByAll<Steps>> => {
    const steps = list.flatMap((step: AnyStep) =>
      'steps' in step ? (step as Sequence<never, unknown>).steps : [step],
    ) as Step<Has>[];
    const runFrom = (exchange: Has, from: number): void | Promise<void> => {
      for (let i = from; i < steps.length; i++) {
        const waiting = steps[i]!(exchange);
        if (waiting)
          return waiting.then(() => (exchange.disconnected ? undefined : runFrom(exchange, i + 1)));
      }
    };
    return Object.assign((exchange: Has) => runFrom(exchange, 0), { steps });
  };
}
