import { isLonger, isObject, type ConversationLimits, type Fields } from '#features/conversation';
import { shortenText } from './shorten-text.ts';

/**
 * What is stored with the usage record: the caller's end user, shortened to a hash where the name is too long, and the
 * entries that fit (D-55).
 */
export function parseMetadata(
  metadata: unknown,
  endUser: unknown,
  limits: ConversationLimits,
): Readonly<Record<string, string>> | undefined {
  const entries = isObject(metadata) ? fittingEntries(metadata, limits) : [];
  if (typeof endUser === 'string' && endUser !== '')
    entries.push(['end_user_id', shortenText(endUser, limits.endUserIdCharacters)]);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function fittingEntries(metadata: Fields, limits: ConversationLimits): [string, string][] {
  const fits = (entry: [string, unknown]): entry is [string, string] =>
    entry[0] !== 'end_user_id' &&
    typeof entry[1] === 'string' &&
    !isLonger(entry[0], limits.metadataKeyCharacters) &&
    !isLonger(entry[1], limits.metadataValueCharacters);
  return Object.entries(metadata).filter(fits).slice(0, limits.metadataEntries);
}
