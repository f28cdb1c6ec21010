import {
  invalid,
  isAbsent,
  isLonger,
  parseMetadata,
  type CallParts,
  type Fields,
} from '#features/conversation';

/** `user` is the `end_user_id` of the metadata under another name (D-34), and only one of the two can be right. */
export function parseEndUser(
  { user, metadata: given }: Fields,
  parts: CallParts,
): Readonly<Record<string, string>> | undefined {
  const most = parts.limits.endUserIdCharacters;
  if (!isAbsent(user) && (typeof user !== 'string' || isLonger(user, most)))
    throw invalid('user', `user must be a string of at most ${most} characters.`);
  const metadata = parseMetadata(given, parts);
  if (isAbsent(user)) return metadata;
  if (metadata && Object.hasOwn(metadata, 'end_user_id'))
    throw invalid('user', 'Send user or metadata.end_user_id, not both.');
  return { ...metadata, end_user_id: user };
}
