import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { codeBlocks } from '../../../site/index.ts';

const DOCS = join(import.meta.dirname, '../../../docs');

interface Mapped {
  readonly group: string;
  readonly role: string;
}

/** The body of the request that makes a connection, as the page shows it. */
export interface ShownConnection {
  readonly domains: readonly string[];
  readonly oidc: { readonly issuer: string; readonly client_id: string; readonly scopes?: string };
  readonly default_role?: string;
  readonly group_roles?: readonly Mapped[];
}

export interface ShownOperators {
  readonly name: string;
  readonly issuer: string;
  readonly roles: readonly Mapped[];
}

/** What the page of a provider gives to paste. */
export interface ProviderPage {
  readonly text: string;
  readonly connection: ShownConnection;
  /** `text` blocks, in their order: the redirect URI, and the address of the directory if there is one. */
  readonly addresses: readonly string[];
  readonly operators: ShownOperators;
  /** Causes that the page explains, as the audit log has them. */
  readonly reasons: readonly string[];
}

export function readProviderPage(file: string): ProviderPage {
  const text = readFileSync(join(DOCS, file), 'utf8');
  const blocks = codeBlocks(text);
  const of = (language: string) => blocks.filter((block) => block.language === language);
  const [connection] = of('json');
  const [deployment] = of('yaml');
  return {
    text,
    // Types of the values are checked by the service that takes them.
    connection: JSON.parse(connection?.code ?? '{}') as ShownConnection,
    addresses: of('text').map(({ code }) => code.trim()),
    operators: (parse(deployment?.code ?? '') as { operators: { sso: ShownOperators } }).operators.sso,
    reasons: [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, reason = '']) => reason),
  };
}
