import { expect, it } from 'vitest';
import { withRealPasswordHashes } from '#test-kit';
import { hashPassword, isPassword } from './passwords.ts';

it('knows passwords that were stored before it, and its own', () =>
  withRealPasswordHashes(async () => {
    const stored =
      '72c03652d030be31976c206dea931aa3:afedfd0782cb1d44544af3294a4a4511bc22f11baa061a9bd8ceaa1577b538ddaa9058dd94f63f3227f6e24af1a47fe9572dbb7c32ee0451ac0d2f0c3221948c';
    expect(await isPassword(stored, 'correct horse battery')).toBe(true);
    expect(await isPassword(stored, 'correct horse batterz')).toBe(false);
    const own = await hashPassword('Grüße aus Köln');
    expect(own).toMatch(/^[\da-f]{32}:[\da-f]{128}$/);
    // The same text with each umlaut as a letter and a mark.
    expect(await isPassword(own, 'Gru\u0308ße aus Ko\u0308ln')).toBe(true);
  }));

it('takes as long to refuse a person without a password', () =>
  withRealPasswordHashes(async () => {
    const hash = await hashPassword('correct horse battery');
    const timeOf = async (stored: string | undefined): Promise<number> => {
      const startedAt = performance.now();
      expect(await isPassword(stored, 'another password')).toBe(false);
      return performance.now() - startedAt;
    };
    await timeOf(undefined);
    const [nobody, somebody] = [await timeOf(undefined), await timeOf(hash)];
    expect(nobody / somebody).toBeGreaterThan(0.2);
    expect(nobody / somebody).toBeLessThan(5);
  }));
