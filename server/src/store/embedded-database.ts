import { setFlagsFromString } from 'node:v8';
import { PGlite, protocol } from '@electric-sql/pglite';

/** A syntax error: the parser runs for it, and nothing of what plans and executes statements. */
const NO_STATEMENT = protocol.serialize.query('!');

/**
 * The embedded database, with an SQL parser that stays unoptimized. The parser's main function has 100 KB. V8 takes it for the hottest of
 * all after a few dozen statements, since each of its jumps crosses most of those bytes, and needs 600 MB and more than a second to
 * optimize it, at every start; statements are no faster then. Without optimizations altogether (`--liftoff-only`), inserting a batch of
 * records would take half as long again.
 */
export class EmbeddedDatabase extends PGlite {
  /** PGlite calls this between its boot and the first statement, to read types of arrays, which here the opener's thread knows. */
  override _initArrayTypes(): Promise<void> {
    // Whether a function counts how hot it is, V8 decides when it is first called, by this flag: the function that may do so, or -1 for all.
    setFlagsFromString('--wasm-tier-up-filter=0');
    try {
      this.execProtocolRawSync(NO_STATEMENT);
    } finally {
      setFlagsFromString('--wasm-tier-up-filter=-1');
    }
    return Promise.resolve();
  }
}
