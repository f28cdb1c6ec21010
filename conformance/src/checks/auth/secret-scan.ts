import assert from 'node:assert/strict';

/** Fewer characters than this of a secret are what people may see to tell keys apart: its first 12 and last 4 (D-KEY-1). */
const TELLTALE = 16;

/** Fails when a text holds a secret, or enough of one to be worth having (AUTH-40). */
export function assertNoSecret(text: string, secrets: readonly string[], where: string): void {
  for (const secret of secrets) {
    const parts = [secret.slice(0, TELLTALE), secret.slice(-TELLTALE)];
    for (const part of parts) assert.ok(!text.includes(part), `${where} shows ${part}…`);
    assert.ok(
      !text.includes(Buffer.from(secret).toString('base64').slice(0, 40)),
      `${where} shows a secret in base64`,
    );
  }
}
