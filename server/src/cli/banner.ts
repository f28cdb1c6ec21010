import type { Service } from '#platform';
import { consoleLink } from './console-link.ts';
import { priceLines } from './price-lines.ts';
import { provisionLines, toProvisionResponse } from './provision-response.ts';

type Started = Pick<
  Service,
  'baseUrl' | 'address' | 'firstKey' | 'provisioned' | 'ownersRecordPayments' | 'modelsWithoutPrice'
>;

/** What a start prints: where the service is, and once, what can be shown only once. Plain text among the log's JSON. */
export function bannerLines(started: Started): string[] {
  const { baseUrl, address, firstKey, provisioned, ownersRecordPayments, modelsWithoutPrice } = started;
  const isReachedElsewhere = new URL(baseUrl).origin !== new URL(address).origin;
  const lines = [
    `Svc is ready at ${address}`,
    // Behind a proxy: the address that people and programs use.
    ...(isReachedElsewhere ? [`Its public address is ${baseUrl} (SVC_BASE_URL)`] : []),
    `The Console is at ${baseUrl}/console`,
  ];
  if (ownersRecordPayments) lines.push('Owners can add credits in the Console (payments.manual: owners)');
  lines.push(...priceLines(modelsWithoutPrice));
  if (firstKey) lines.push('', ...firstKeyLines(baseUrl, firstKey));
  const response = provisioned ? toProvisionResponse(provisioned) : undefined;
  if (response && response.made.length > 0) lines.push('', ...provisionLines(response));
  return lines;
}

function firstKeyLines(
  baseUrl: string,
  { organization, secret, ownerToken }: NonNullable<Service['firstKey']>,
): string[] {
  return [
    `This is the first start. The organization "${organization}" was created on a paid plan, with this private key:`,
    '',
    `  ${secret.reveal()}`,
    '',
    'It is shown only once: save it. Try it:',
    '',
    `  curl ${baseUrl}/v1/chat/completions \\`,
    `    -H 'Authorization: Bearer ${secret.reveal()}' \\`,
    `    -H 'Content-Type: application/json' \\`,
    `    -d '{"messages": [{"role": "user", "content": "Hello"}], "stream": false}'`,
    '',
    'Become its owner in the Console: choose your email and password at this link, which works once, for a week:',
    '',
    `  ${consoleLink(baseUrl, '/console/set-up', ownerToken)}`,
    '',
  ];
}
