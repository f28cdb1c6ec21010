import { parsePatch, type PatchOperation } from './patch-operations.ts';
import { parseUser, type SentUser } from './user-attributes.ts';

export interface DirectoryParserSettings {
  readonly kind: 'user' | 'patch';
}

/** Parses the body of a request of a directory, on whatever thread. */
export function parseDirectoryBody(
  body: unknown,
  { kind }: DirectoryParserSettings,
): SentUser | readonly PatchOperation[] {
  return kind === 'patch' ? parsePatch(body) : parseUser(body);
}
