import { expect, it } from 'vitest';
import { requireStrongPassword } from './require-strong-password.ts';

const ADA = { email: 'ada@acme.test', name: 'Ada', organizations: ['Acme'] };

it('says which field it is, what is wrong and what to do', async () => {
  await expect(requireStrongPassword('password1234', ADA, 'new_password')).rejects.toMatchObject({
    options: { param: 'new_password' },
    message:
      'This password is easy to guess. Use three or more unrelated words, or let a password manager create one.',
  });
  await expect(requireStrongPassword('ada@acme.test', ADA)).rejects.toMatchObject({
    options: { param: 'password' },
    message: expect.stringMatching(/^This password is mostly your name, email or organization\. /) as string,
  });
  await expect(requireStrongPassword('three plain tomatoes', ADA)).resolves.toBeUndefined();
});

it('holds no turn of the event loop while it judges a long and hostile password', async () => {
  let turns = 0;
  let isJudging = true;
  const count = (): void => {
    turns++;
    if (isJudging) setImmediate(count);
  };
  setImmediate(count);
  await requireStrongPassword('4@8({[</369&#!1/|0$5+7%2/'.repeat(400), ADA).finally(
    () => (isJudging = false),
  );
  expect(turns).toBeGreaterThan(20);
});
