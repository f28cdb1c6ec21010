import { hash } from 'node:crypto';
import { Secret } from '#kit';

/**
 * Configurations with the same digest create the same engine. Includes the values of secrets: they serialize
 * as a placeholder and compare as equal, so a plain comparison would miss a rotated key. Key order matters
 * too; a false difference only costs a new engine.
 */
export function digestWithSecrets(config: object): string {
  // The replacer's second argument is the result of toJSON; only the holder still has the secret itself.
  const text = JSON.stringify(config, function (this: Record<string, unknown>, key, value: unknown) {
    const original = this[key];
    return original instanceof Secret ? original.reveal() : value;
  });
  return hash('sha256', text);
}
