/** Text with names of others in it, for a terminal: control characters and marks that turn the text are shown and not obeyed. Line ends stay. */
export function printable(text: string): string {
  return text.replaceAll(/(?!\n)[\p{Cc}\p{Bidi_Control}]/gu, '\u{FFFD}');
}
