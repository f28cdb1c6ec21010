const SECRET = /^([sp]k_[a-z]+_[0-9a-f]{4})[0-9a-f]*([0-9a-f]{4})$/;
const PREFIX_CHARACTERS = 12;
const MIN_SECRET_CHARACTERS = 40;

/** Of a whole secret what the list shows of it: enough to find its key by, and nothing that an address or a log may not have. */
export function withoutSecret(text: string): string {
  const [, , hint] = (text.length >= MIN_SECRET_CHARACTERS && SECRET.exec(text)) || [];
  return hint === undefined ? text : `${text.slice(0, PREFIX_CHARACTERS)}…${hint}`;
}
