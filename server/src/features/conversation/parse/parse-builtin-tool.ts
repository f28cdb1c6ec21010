import type { ServerTool } from '@svc/contract';
import type { BuiltinTool } from '#exchange';
import { need, type CallParts } from './call-parts.ts';
import { invalid, isAbsent, readObject, type Fields } from './fields.ts';

/** The fields that a request may set of each built-in tool besides `type` and `max_uses`, and how they are read. */
const SETTINGS: Readonly<Record<ServerTool, ToolSettings>> = {
  svc_web_search: { fields: ['allowed_domains', 'blocked_domains'], read: readDomainLists },
  svc_web_fetch: { fields: ['allowed_domains', 'blocked_domains'], read: readDomainLists },
};

interface ToolSettings {
  readonly fields: readonly string[];
  read(fields: Fields, path: string): Omit<BuiltinTool, 'type' | 'maxUses'>;
}

/** A host name, without scheme, port or path; of one label too. */
const DOMAIN = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;
const MAX_DOMAINS = 100;

/** A server tool (D-41), if the model has the capability. */
export function parseBuiltinTool(
  value: Fields,
  type: ServerTool,
  path: string,
  parts: CallParts,
): BuiltinTool {
  const settings = SETTINGS[type];
  const fields = readObject(value, path, new Set(['type', 'max_uses', ...settings.fields]));
  const { max_uses: uses } = fields;
  if (parts.builtinTools.some((other) => other.type === type))
    throw invalid(`${path}.type`, `${type} may appear in tools only once.`);
  const most = parts.limits.serverToolUses;
  if (!isAbsent(uses) && (typeof uses !== 'number' || !Number.isInteger(uses) || uses < 1 || uses > most))
    throw invalid(`${path}.max_uses`, `${path}.max_uses must be a whole number from 1 to ${most}.`);
  const set = settings.read(fields, path);
  need(parts, type, 'unsupported_parameter', `${path}.type`);
  return { type, maxUses: uses ?? parts.limits.serverToolUsesDefault, ...set };
}

function readDomainLists(
  { allowed_domains: allowed, blocked_domains: blocked }: Fields,
  path: string,
): Pick<BuiltinTool, 'allowedDomains' | 'blockedDomains'> {
  if (!isAbsent(allowed) && !isAbsent(blocked))
    throw invalid(path, `${path} takes allowed_domains or blocked_domains, not both.`);
  const allowedDomains = readDomains(allowed, `${path}.allowed_domains`);
  const blockedDomains = readDomains(blocked, `${path}.blocked_domains`);
  return { ...(allowedDomains ? { allowedDomains } : {}), ...(blockedDomains ? { blockedDomains } : {}) };
}

/** In lower case, as domains are compared. */
function readDomains(value: unknown, path: string): string[] | undefined {
  if (isAbsent(value)) return undefined;
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_DOMAINS)
    throw invalid(path, `${path} must hold 1 to ${MAX_DOMAINS} domains.`);
  return value.map((item: unknown, i) => {
    const domain = typeof item === 'string' ? item.toLowerCase() : '';
    if (!DOMAIN.test(domain))
      throw invalid(`${path}[${i}]`, `${path}[${i}] must be a domain, such as example.com.`);
    return domain;
  });
}
