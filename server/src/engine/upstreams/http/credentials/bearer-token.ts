import type { Credential } from './credential.ts';
import type { TokenSource } from './token-source.ts';

const START = 'authorization: Bearer ';
const END = '\r\n';

/** Sends a token that is fetched. */
export class BearerToken implements Credential {
  readonly #source: TokenSource;

  constructor(source: TokenSource) {
    this.#source = source;
  }

  authorize(): string | Promise<string> {
    const token = this.#source.current;
    return token === undefined
      ? this.#source.next().then((next) => START + next.reveal() + END)
      : START + token.reveal() + END;
  }

  accepted(): void {
    this.#source.accepted();
  }

  refused(lines: string): boolean {
    return this.#source.refused(lines.slice(START.length, -END.length));
  }
}
