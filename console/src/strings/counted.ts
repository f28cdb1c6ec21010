/** "1 call", "2 calls", "1,204 calls". The count is written as pages write it. */
export function counted(count: string | number, one: string): string {
  return `${count} ${String(count) === '1' ? one : `${one}s`}`;
}
