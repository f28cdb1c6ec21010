/** What one presses to go to the page of this key: one after the other, as no browser uses it. */
export function goTo(key: string): string {
  return `g ${key}`;
}
