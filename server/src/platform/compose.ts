/** Makes parts of the service from those that are there already. */
export type Open<in Needs, out Adds extends object> = (parts: Needs) => Adds;

type AnyOpen = Open<never, object>;
type AddedBy<One> = One extends Open<never, infer Adds> ? Adds : never;

/** The list, in an order that type-checks when `Has` is there at the start. */
type Ordered<Has, Opens extends readonly unknown[]> = Opens extends readonly [infer First, ...infer Rest]
  ? [Open<Has, AddedBy<First>>, ...Ordered<Has & AddedBy<First>, Rest>]
  : [];

type AddedByAll<Opens extends readonly unknown[]> = Opens extends readonly [infer First, ...infer Rest]
  ? AddedBy<First> & AddedByAll<Rest>
  : unknown;

/** Opens the parts of the list one after the other. One that stands before a part it needs does not compile. */
export function compose<Has extends object>() {
  return <const Opens extends readonly AnyOpen[]>(...list: Opens & Ordered<Has, Opens>) =>
    (start: Has): Has & AddedByAll<Opens> => {
      const parts: Has = { ...start };
      // Copies, because `Object.assign` makes a dictionary of an object with so many fields, which every request would read slowly.
      for (const open of list as readonly Open<Has, object>[]) Object.assign(parts, open({ ...parts }));
      return { ...parts } as Has & AddedByAll<Opens>;
    };
}
