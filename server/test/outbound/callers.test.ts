import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OutboundGuard } from '#kit';
import { startPolicyFixture, type PolicyFixture } from '../inference-hook/policy-fixture.ts';
import { startAttackedSite, type AttackedSite } from './attacked-site.ts';
import { CALLED_BY_CONFIGURATION, CALLERS } from './callers.ts';
import { sendingFiles } from './sending-files.ts';
import { NAME_TURNS, SITE_TURNS, startTrapNetwork, type TrapNetwork, type Turn } from './trap-network.ts';

let site: AttackedSite;
let network: TrapNetwork;
let fixture: PolicyFixture;

beforeAll(async () => {
  site = await startAttackedSite();
  network = await startTrapNetwork([site.web, site.mcpOrigin].map(({ port }) => Number(port)));
  fixture = await startPolicyFixture();
});
afterAll(async () => {
  await fixture.stop();
  await network.close();
  await site.close();
});
beforeEach(() => site.reset());

it('D-53 every caller of the outbound guard is tried below', () => {
  const tried = CALLERS.flatMap(({ files }) => files).concat(CALLED_BY_CONFIGURATION);
  expect(sendingFiles()).toEqual([...new Set(tried)].map((path) => `server/src/${path}`).toSorted());
  // What `sendingFiles` looks for are the required fields of these. A new method needs a look there.
  const methods = Object.getOwnPropertyNames(OutboundGuard.prototype);
  expect(methods.toSorted()).toEqual(
    ['constructor', 'keep', 'notify', 'read', 'request', 'verifyTarget', 'verifyText'].toSorted(),
  );
});

describe.each(CALLERS)('D-53 $name', ({ files, run, refused, redirected }) => {
  const trial = async (turn: Turn): Promise<unknown> => {
    const isSecure = files.some((path) => /\/mcp\/|single-sign-on/.test(path));
    const origin = isSecure ? site.mcpOrigin : site.web;
    site.trial = network.trial(origin, turn);
    const told = await run({ fixture, site }, site.trial);
    expect(await network.trapped()).toBe(0);
    return told;
  };

  it.each(NAME_TURNS)('never reaches %s', async (turn) => {
    expect(await trial(turn)).toEqual(refused);
  });

  it.runIf(redirected !== undefined).each(SITE_TURNS)('never follows %s', async (turn) => {
    expect(await trial(turn)).toEqual(redirected);
  });
});
