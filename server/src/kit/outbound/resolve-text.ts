import { Resolver } from 'node:dns/promises';

/** The texts of the TXT records of a name: none where there are none. Rejects when no name server could say. */
export type ResolveText = (name: string) => Promise<readonly string[]>;

const QUERY_TIMEOUT_MS = 2500;
const TRIES = 2;

/** What a name server says of a name that does not exist, or has no such record. */
const NONE: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);

/** @param servers addresses with or without ports of the name servers that are asked; none: those of the machine. Read for each question. */
export function textResolver(servers: () => readonly string[]): ResolveText {
  return async (name) => {
    const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: TRIES });
    const named = servers();
    if (named.length > 0) resolver.setServers(named);
    try {
      // A record longer than 255 bytes comes in parts.
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      if (NONE.has((error as NodeJS.ErrnoException).code)) return [];
      throw error;
    }
  };
}
