/** The database's language for proofs outside the server's workspace, which have a Store and not its library. */
export { sql, type Kysely, type RawBuilder } from 'kysely';
