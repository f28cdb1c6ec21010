/** How an amount differs from the one before it, as a share of that. Undefined where there was nothing to be a share of. */
export function changeOf(amount: string, before: string): number | undefined {
  const was = Number(before);
  return was === 0 ? undefined : (Number(amount) - was) / was;
}
