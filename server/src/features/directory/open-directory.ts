import type { Kysely } from 'kysely';
import type { Log } from '#kit';
import type { Tables } from '#store';
import { DirectoryTokens } from './tokens/directory-tokens.ts';

export function openDirectory(parts: { readonly db: Kysely<Tables>; readonly log: Log }) {
  return { directoryTokens: new DirectoryTokens(parts) };
}
