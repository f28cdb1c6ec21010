import fc from 'fast-check';
import { Admit, AdmitTogether, type AdmitParts } from './commands/admit.ts';
import type { Command } from './commands/command.ts';
import { Abort, End, type Taken } from './commands/end.ts';
import { Happen } from './commands/happen.ts';
import { ChangePlan, Grant, LimitSpend, type Office } from './commands/operate.ts';
import { Advance, RestartEarlier } from './commands/time.ts';

export const MEMBERS = ['user_1', 'user_2'] as const;
export const WORKSPACES = ['ws_1', 'ws_2'] as const;
const SCOPES = [
  'organization',
  'group',
  ...MEMBERS.map((id) => `member:${id}`),
  ...WORKSPACES.map((id) => `workspace:${id}`),
];
const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const STEPS_MS = [
  SECOND_MS,
  6 * SECOND_MS,
  HOUR_MS / 6,
  HOUR_MS / 3,
  HOUR_MS,
  5 * HOUR_MS,
  24 * HOUR_MS,
  7 * 24 * HOUR_MS,
  31 * 24 * HOUR_MS,
];

// Usually one organization on one node, where the model is certain.
const organization = fc.constantFrom(0, 0, 0, 0, 1);
const node = fc.constantFrom(0, 0, 0, 0, 1);

const admission: fc.Arbitrary<AdmitParts> = fc.record({
  organization,
  node,
  member: fc.constantFrom(...MEMBERS),
  workspace: fc.constantFrom(...WORKSPACES),
  promptTokens: fc.integer({ min: 1, max: 12 }),
  maxOutputTokens: fc.integer({ min: 1, max: 12 }),
});

const percent = fc.constantFrom(0, 20, 50, 100, 100, 130);
const taken: fc.Arbitrary<Taken> = fc.record({
  inputPercent: fc.constantFrom(100, 100, 150),
  cachedPercent: fc.constantFrom(0, 0, 50),
  outputPercent: percent,
});

/** In nano-dollars: the cost of a few requests, or more than all of them together can cost. */
const amount = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 1_000_000 }) },
  { weight: 1, arbitrary: fc.constant(1_000_000_000) },
);
const limit = fc.option(fc.integer({ min: 0, max: 600_000 }), { freq: 4, nil: undefined });

const grant = (office: Office): fc.Arbitrary<Command> =>
  fc.tuple(organization, amount).map(([of, nanos]) => new Grant(office, of, nanos));
const limitSpend = (office: Office): fc.Arbitrary<Command> =>
  fc
    .tuple(organization, fc.constantFrom(...SCOPES), limit)
    .map(([of, scope, nanos]) => new LimitSpend(office, of, scope, nanos));
const changePlan: fc.Arbitrary<Command> = fc
  .tuple(organization, fc.constantFrom(0, 0, 5, 40, 100), fc.constantFrom(true, true, false))
  .map(([of, tokens, credits]) => new ChangePlan(of, tokens, credits));

/** The initial setup. */
export function anyBeginning(office: Office): fc.Arbitrary<Command[]> {
  return fc
    .tuple(
      fc.array(changePlan, { maxLength: 2 }),
      fc.array(grant(office), { maxLength: 2 }),
      fc.array(limitSpend(office), { maxLength: 3 }),
    )
    .map((all) => all.flat());
}

/** All commands, weighted by frequency. */
export function anyCommand(office: Office): fc.Arbitrary<Command>[] {
  const often = (times: number, command: fc.Arbitrary<Command>): fc.Arbitrary<Command>[] =>
    Array.from({ length: times }, () => command);
  return [
    ...often(
      10,
      fc.tuple(admission, fc.boolean()).map(([parts, atRest]) => new Admit(parts, atRest)),
    ),
    ...often(
      2,
      fc.array(admission, { minLength: 2, maxLength: 5 }).map((all) => new AdmitTogether(all)),
    ),
    ...often(
      8,
      fc
        .tuple(fc.nat(20), fc.array(taken, { minLength: 1, maxLength: 3 }))
        .map(([first, all]) => new End(first, all)),
    ),
    ...often(
      2,
      fc.nat(20).map((which) => new Abort(which)),
    ),
    ...often(
      4,
      fc
        .tuple(
          fc.constantFrom('crash', 'crash', 'cut', 'stall', 'mend', 'mend', 'deliver', 'refresh', 'refresh'),
          node,
        )
        .map(([kind, of]) => new Happen(kind, of)),
    ),
    ...often(
      3,
      fc.constantFrom(...STEPS_MS).map((byMs) => new Advance(byMs)),
    ),
    ...often(2, grant(office)),
    limitSpend(office),
    changePlan,
    fc.integer({ min: 1, max: 600 }).map((seconds) => new RestartEarlier(seconds * SECOND_MS)),
  ];
}
