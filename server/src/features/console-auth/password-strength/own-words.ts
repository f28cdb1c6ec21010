/** What others know of the person who chooses a password. */
export interface KnownPerson {
  readonly email: string;
  readonly name?: string | undefined;
  readonly organizations?: readonly string[];
}

const SHORTEST_OWN_WORD = 3;

/** The words of a person as they may be in a password, in small letters: whole, and in parts. */
export function ownWords({ email, name = '', organizations = [] }: KnownPerson): Set<string> {
  const texts = [email, name, ...organizations].map((text) => text.normalize('NFKC').toLowerCase());
  const parts = texts.flatMap((text) => [
    text,
    text.replaceAll(/\s+/g, ''),
    ...text.split(/[^\p{L}\p{N}]+/u),
  ]);
  return new Set(parts.filter((part) => part.length >= SHORTEST_OWN_WORD));
}
