/**
 * The language that numbers and times are written in: the reader's own English, since the words beside them are English. With the first
 * language of the browser, German say, a page would read "30 days" beside "in 30 Tagen" and "60.000" beside "$1,200.50".
 */
export function chooseLocale(languages: readonly string[]): string {
  return languages.find((language) => /^en(-|$)/i.test(language)) ?? 'en-US';
}

export const LOCALE = chooseLocale(globalThis.navigator?.languages ?? []);
