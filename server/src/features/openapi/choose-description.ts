import {
  ApiError,
  DESCRIBED_BETAS,
  isPublishedVersion,
  NEWEST_VERSION,
  parseBetas,
  type DescriptionChoice,
} from '@svc/contract';

/**
 * What the query asks for; undefined when it names neither version nor flags. Throws 400 `invalid_version` or `unknown_beta`. Flags
 * that add nothing are left out and the others sorted: what is described alike is one choice.
 */
export function chooseDescription(query: URLSearchParams): DescriptionChoice | undefined {
  const versions = query.getAll('version');
  const lists = query.getAll('beta');
  if (versions.length === 0 && lists.length === 0) return undefined;
  const [version = NEWEST_VERSION] = versions;
  if (versions.length > 1 || !isPublishedVersion(version))
    throw new ApiError('invalid_version', { param: 'version' });
  const named = parseBetas(lists.join(','));
  if (!named) throw new ApiError('unknown_beta', { param: 'beta' });
  return { version, betas: DESCRIBED_BETAS.filter((flag) => named.includes(flag)) };
}
