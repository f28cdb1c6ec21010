import { loadEnvironment, toDecimal } from '#config';
import { grantCreditsTo } from '#features/billing';
import { type Invocation, UsageError } from '../command.ts';
import { type ExitCode, OK } from '../exit-codes.ts';
import { runInServiceOrDatabase } from '../run-in-service-or-database.ts';

const CREDITS_ARE_OFF =
  'Credits are off for this organization, so its calls cannot use them. Turn them on in the Console, under Organizations of an operator ' +
  '(or under Billing of an owner, with payments.manual: owners), or with "credits: { enabled: true }" in a provisioning file and ' +
  'svc provision FILE --update.';

export async function creditsGrant({ args, flags, terminal }: Invocation): Promise<ExitCode> {
  const [organization = '', usd = ''] = args;
  const amountUsd = toDecimal(usd);
  if (amountUsd === undefined || amountUsd === '0')
    throw new UsageError('USD must be an amount above 0 with at most 9 decimals.');
  const { note } = flags;
  const request = { organization, amountUsd, note: typeof note === 'string' ? note : '' };
  const granted = await runInServiceOrDatabase(
    loadEnvironment(),
    'POST /credits/grant',
    request,
    ({ db }, nowMs) => grantCreditsTo(db, request, nowMs),
  );
  terminal.out(`Granted ${amountUsd} dollars to ${granted.organizationId} (${granted.transactionId}).`);
  if (!granted.creditsEnabled) terminal.out(CREDITS_ARE_OFF);
  return OK;
}
