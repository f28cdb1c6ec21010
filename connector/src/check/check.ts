import { describeClose } from '../close-reasons.ts';
import type { Settings } from '../settings.ts';
import { askForTargets } from './ask-for-targets.ts';
import { probeTarget } from './probe-target.ts';

/** Tests the credential and each target in the same way as a call uses them. Resolves with the exit status. `print` gets one line at a time. */
export async function check(settings: Settings, print: (line: string) => void): Promise<number> {
  const { origin } = new URL(settings.connectUrl);
  const response = await askForTargets(settings);
  if ('failure' in response) {
    print(`FAIL  ${origin}: cannot connect (${response.failure}).`);
    print('      Check SVC_TUNNEL_URL, the network and, for a private authority, NODE_EXTRA_CA_CERTS.');
    return 1;
  }
  if ('code' in response) {
    print(`FAIL  ${origin}: closed with ${response.code}: ${describeClose(response.code)}.`);
    return 1;
  }
  print(`ok    ${origin}: the credential is accepted.`);
  let failed = 0;
  for (const target of response.targets) {
    const result = await probeTarget(target);
    if (result.problem === undefined) print(`ok    ${target}: ${result.server}`);
    else {
      failed++;
      print(`FAIL  ${target}: ${result.problem}`);
    }
  }
  return failed === 0 ? 0 : 1;
}
