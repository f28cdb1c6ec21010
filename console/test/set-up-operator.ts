import type { OperatorRole } from '@svc/contract';
import { expect } from 'vitest';
import { Authenticator, type RunningConsole } from '../../server/test-kit/index.ts';
import type { ConsoleWindow } from './console-window.ts';

export const OPERATOR_PASSWORD = 'a password of operators';

/** Has somebody set up their account as operator by a link. The window is signed in afterwards. */
export async function setUpOperator(
  service: RunningConsole,
  at: ConsoleWindow,
  invited: { readonly email: string; readonly role: OperatorRole },
): Promise<Authenticator> {
  const { token } = await service.operator.addOperator(invited);
  await at.goto(`/operator/set-up#${token.reveal()}`);
  const { page } = at;
  await page.getByLabel('Your name').fill(invited.email.slice(0, 4));
  await page.getByLabel('Password', { exact: true }).fill(OPERATOR_PASSWORD);
  const key = await page.locator('code').innerText();
  const made = new Authenticator(`otpauth://totp/Svc?secret=${key}&period=30&digits=6&algorithm=SHA1`);
  expect(await at.violations()).toEqual([]);
  await page.getByLabel('Code', { exact: true }).fill(made.code(service.nowMs()));
  await at.button('Finish set-up').click();
  await page.getByRole('heading', { level: 1, name: 'Organizations' }).waitFor();
  return made;
}
