import { hash } from 'node:crypto';
import { isLonger } from '#features/conversation';

const PRINTABLE = /^[\x20-\x7e]+$/;

/** A caller's own name for something, or its hash where it is longer than we keep: all that counts is that it stays the same. */
export function shortenText(text: string, mostCharacters: number): string {
  return isLonger(text, mostCharacters) ? hash('sha256', text, 'hex') : text;
}

/** The same for names that must be printable ASCII. */
export function shortenKey(text: string, mostCharacters: number): string {
  return text.length > mostCharacters || !PRINTABLE.test(text) ? hash('sha256', text, 'hex') : text;
}
