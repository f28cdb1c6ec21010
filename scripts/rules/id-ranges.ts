/** Ids in the order given, neighbours of one list joined: `KEY-01 to KEY-04, KEY-09`. `order` is the list of all ids. */
export function joinIds(ids: readonly string[], order: readonly string[]): string {
  const wanted = new Set(ids);
  const runs: string[][] = [];
  let last: string | undefined;
  for (const id of order) {
    const group = id.replace(/\d+$/, '');
    if (!wanted.has(id)) last = undefined;
    else if (last === group) runs.at(-1)?.push(id);
    else runs.push([id]);
    if (wanted.has(id)) last = group;
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]} to ${run.at(-1)}` : run.join(', '))).join(', ');
}

/** The ids that a text names, ranges such as `KEY-01 to KEY-04` taken apart. An id that `order` does not have is left as it stands. */
export function splitIds(text: string, order: readonly string[]): string[] {
  return [...text.matchAll(/([A-Z]+(?:-[A-Z]+)?-\d+)(?: to ([A-Z]+(?:-[A-Z]+)?-\d+))?/g)].flatMap(
    ([, first = '', last]) => {
      const [from, to] = [order.indexOf(first), last ? order.indexOf(last) : -1];
      if (last === undefined) return [first];
      return from < 0 || to < from ? [first, last] : order.slice(from, to + 1);
    },
  );
}
