import { hash } from 'node:crypto';
import { Secret } from '#kit';

/**
 * Two configurations with the same digest make the same engine. Secrets count with their values: they serialise as a
 * placeholder and compare as equal, so a plain comparison would miss a rotated key. Key order counts too; a false
 * difference costs only a fresh engine.
 */
export function digestWithSecrets(config: object): string {
  // The replacer's second argument comes after toJSON; only the holder still has the secret itself.
  const text = JSON.stringify(config, function (this: Record<string, unknown>, key, value: unknown) {
    const original = this[key];
    return original instanceof Secret ? original.reveal() : value;
  });
  return hash('sha256', text);
}
