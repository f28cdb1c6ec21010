/** The database's language for proofs outside the server's workspace, which have a Store and not its library. */
export { sql, type Kysely, type RawBuilder } from 'kysely';
/** Tables of weeks, for programs that write records of calls themselves. */
export { makeRequestWeek, requestWeek } from '#store';
