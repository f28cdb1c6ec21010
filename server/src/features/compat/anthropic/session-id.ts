/** In `user_…_session_…`, and in the JSON that newer clients send. */
const SESSION = /_session_([\w-]{8,64})$|"session_id":"([\w-]{8,64})"/;

/** The session in `metadata.user_id` of a client that names one there. */
export function sessionIdOf(userId: unknown): string | undefined {
  const found = typeof userId === 'string' ? SESSION.exec(userId) : null;
  return found?.[1] ?? found?.[2];
}
