/**
 * Characters that are not seen or turn the direction of what follows: two names would look alike, or one like another. Joiners stay,
 * which Persian, Indic scripts and emoji are written with.
 */
export const UNSEEN =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

/** For names that come from other services: their owners cannot be asked to correct them here. */
export function withoutUnseen(text: string): string {
  return text.replaceAll(new RegExp(UNSEEN, 'gu'), '');
}
