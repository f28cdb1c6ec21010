import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { ApiError } from '@svc/contract';
import { isPublicMailDomain } from './public-mail-domains.ts';
import { isPublicSuffix } from './public-suffixes.ts';

/** In any script. What has other characters would be read as part of a URL. */
const WRITTEN = /^[\p{L}\p{M}\p{N}.-]+$/u;
/** Letters, digits and hyphens between dots, as every host on the internet is called. */
const HOST_NAME = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** A domain as it is stored and compared: in lower case and punycode, without the final dot (D-SSO-2). Undefined: no host name. */
export function toDomainName(text: string): string | undefined {
  if (!WRITTEN.test(text)) return undefined;
  const name = domainToASCII(text).replace(/\.$/, '');
  return HOST_NAME.test(name) && isIP(name) === 0 ? name : undefined;
}

/** The same for a domain that an organization wants. Throws 400 `invalid_parameter` where nobody may have it. */
export function requireOwnableDomain(text: string): string {
  const name = toDomainName(text);
  if (name === undefined) throw refused('must be a domain such as acme.example, without @ or *');
  if (isPublicSuffix(name)) throw refused('is a public suffix, below which domains of many people are');
  if (isPublicMailDomain(name)) throw refused('is the domain of a public mail service');
  return name;
}

function refused(why: string): ApiError {
  return new ApiError('invalid_parameter', { param: 'domain', message: `domain ${why}.` });
}
