import {
  ApiError,
  DESCRIBED_BETAS,
  isPublishedVersion,
  NEWEST_VERSION,
  parseBetas,
  type DescriptionChoice,
} from '@svc/contract';

/**
 * What the query asks for; undefined when it names neither version nor flags, nor OpenAPI 3.1, which the live surface
 * does not come in. Throws 400 `invalid_version`, `unknown_beta` or `invalid_parameter`. Flags
 * that add nothing are left out and the others sorted: what is described alike is one choice.
 */
export function chooseDescription(query: URLSearchParams): DescriptionChoice | undefined {
  const versions = query.getAll('version');
  const lists = query.getAll('beta');
  const openapi = versionOf(query.getAll('openapi'));
  if (versions.length === 0 && lists.length === 0 && openapi === '3.0') return undefined;
  const [version = NEWEST_VERSION] = versions;
  if (versions.length > 1 || !isPublishedVersion(version))
    throw new ApiError('invalid_version', { param: 'version' });
  const named = parseBetas(lists.join(','));
  if (!named) throw new ApiError('unknown_beta', { param: 'beta' });
  return { version, openapi, betas: DESCRIBED_BETAS.filter((flag) => named.includes(flag)) };
}

function versionOf([form = '3.0', ...more]: readonly string[]): DescriptionChoice['openapi'] {
  if (more.length === 0 && (form === '3.0' || form === '3.1')) return form;
  throw new ApiError('invalid_parameter', { param: 'openapi', message: 'openapi must be 3.0 or 3.1.' });
}
