/** Groups of two or more nodes that all reach each other, by Tarjan's algorithm. */
export function cyclesOf(edges: readonly { readonly from: string; readonly to: string }[]): string[][] {
  const next = Map.groupBy(edges, ({ from }) => from);
  const order = new Map<string, number>();
  const path: string[] = [];
  const onPath = new Set<string>();
  const cycles: string[][] = [];

  const visit = (node: string): number => {
    const index = order.size;
    let low = index;
    order.set(node, index);
    path.push(node);
    onPath.add(node);
    for (const { to } of next.get(node) ?? []) {
      if (!order.has(to)) low = Math.min(low, visit(to));
      else if (onPath.has(to)) low = Math.min(low, order.get(to) ?? low);
    }
    if (low === index) {
      const group = path.splice(path.indexOf(node));
      for (const member of group) onPath.delete(member);
      if (group.length > 1) cycles.push(group.toSorted());
    }
    return low;
  };
  for (const node of next.keys()) if (!order.has(node)) visit(node);
  return cycles;
}
