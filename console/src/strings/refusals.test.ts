import {
  CONSOLE_OPERATIONS,
  issueWords,
  LIMITS,
  MIRRORED_OPERATIONS,
  OPERATOR_CONSOLE_OPERATIONS,
  SIGN_IN_OPERATIONS,
  type Operation,
} from '@svc/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { refusalSentence } from './refusals.ts';

const OPERATIONS: readonly Operation[] = [
  ...CONSOLE_OPERATIONS,
  ...MIRRORED_OPERATIONS,
  ...OPERATOR_CONSOLE_OPERATIONS,
  ...SIGN_IN_OPERATIONS,
];
/** How the schema library begins what a schema did not word itself. */
const UNWORDED = /^(Invalid|Too small|Too big|Unrecognized)/;

const WRONG = [undefined, null, true, -1, 1.5, 1e300, '', 'x', 'x'.repeat(100_000), [], [''], [1], {}];

/** What a schema finds wrong with each wrong value of each of its fields. */
function issuesOf(schema: z.ZodType): z.core.$ZodIssue[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const bodies = Object.keys(properties).flatMap((name) => WRONG.map((value) => ({ [name]: value })));
  return bodies.flatMap((body) => schema.safeParse(body, { reportInput: true }).error?.issues ?? []);
}

describe('what a person at a form is told', () => {
  it.each([
    ['is required', 'This field is required.'],
    ['must have at least 1 item', 'Add at least one entry.'],
    ['must have at least 2 items', 'Add entries: at least 2 are needed.'],
    ['must have at most 20 items', 'Remove entries: at most 20 are allowed.'],
    ['must have at least 1 character', 'This field is required.'],
    ['must have at least 12 characters', 'Use at least 12 characters.'],
    ['must have at most 100 characters', 'Use at most 100 characters.'],
    ['must be at least 1', 'Enter 1 or more.'],
    ['must be at most 365', 'Enter 365 or less.'],
    ['must be more than 0', 'Enter more than 0.'],
    ['must be a whole number', 'Enter a whole number.'],
    ['must be an email address', 'Enter an email address.'],
    ['must match /^[a-z]+$/', 'This value is not accepted.'],
    ['must be active or inactive', 'Choose one of the offered values.'],
    ['has none of the accepted forms', 'This value is not accepted.'],
    ['must be a domain such as example.com', undefined],
    ['is not a valid entry', undefined],
  ])('%s', (rest, sentence) => expect(refusalSentence(rest)).toBe(sentence));

  it('has a sentence for whatever the schema library finds wrong with a body of any call of the Console', () => {
    const issues = OPERATIONS.flatMap(({ bodyUnder }) => (bodyUnder ? issuesOf(bodyUnder(LIMITS)) : []));
    const ofValues = issues.filter(
      // A constant is sent by the form itself, and not chosen in it.
      (issue) =>
        issue.code !== 'unrecognized_keys' &&
        !(issue.code === 'invalid_value' && issue.values.length === 1) &&
        UNWORDED.test(issue.message),
    );
    const words = new Set(ofValues.map(issueWords));
    expect(words.size).toBeGreaterThan(20);
    expect([...words].filter((rest) => refusalSentence(rest) === undefined)).toEqual([]);
  });
});
