import { parseGroup, type SentGroup } from './group-attributes.ts';
import { parsePatch, type PatchOperation } from './patch-operations.ts';
import { parseUser, type SentUser } from './user-attributes.ts';

export interface DirectoryParserSettings {
  readonly kind: 'user' | 'group' | 'patch';
  /** Of a group. */
  readonly maxMembers: number;
}

/** Parses the body of a request of a directory, on whatever thread. */
export function parseDirectoryBody(
  body: unknown,
  { kind, maxMembers }: DirectoryParserSettings,
): SentUser | SentGroup | readonly PatchOperation[] {
  if (kind === 'patch') return parsePatch(body);
  return kind === 'user' ? parseUser(body) : parseGroup(body, maxMembers);
}
