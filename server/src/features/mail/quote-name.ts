/** Control characters, line ends of every script, what is invisible, and what turns the direction of text around it. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+/gu;
const MAX_NAME_CHARACTERS = 100;

/** Text that a person entered, as one line that can only look like a name. */
export function plainName(name: string): string {
  const line = name.replace(UNPRINTABLE, ' ').replace(/\s+/g, ' ').trim();
  // Never half of a character that takes two places.
  return line.length > MAX_NAME_CHARACTERS
    ? `${line.slice(0, MAX_NAME_CHARACTERS - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
    : line;
}

/** The same in quotation marks for running text, where mail programs would make a link of what looks like an address. */
export function quoteName(name: string): string {
  return `“${plainName(name)
    .replaceAll(/["“”]/g, "'")
    .replaceAll(/(?<=\S)[.:/@](?=\S)/g, '$&\u200B')}”`;
}
