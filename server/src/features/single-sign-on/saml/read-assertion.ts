import { requireSame, SignOnFailure, type SignOnReason } from '../provider/sign-on-failure.ts';
import { instantOf, requireCurrent, usableUntil, type AssertionClock } from './assertion-times.ts';
import {
  attributeOf,
  childElements,
  childrenOf,
  isNamed,
  onlyChild,
  parseXml,
  textOf,
  type Element,
} from './xml-elements.ts';

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
/** Conditions that are understood. With another one, the assertion proves nothing (SAML Core 2.5.1.1). */
const CONDITIONS = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'];

/** What an assertion must fit. */
export interface AssertionTarget extends AssertionClock {
  readonly issuer: string;
  readonly audience: string;
  readonly recipient: string;
}

/** What a verified assertion says. Instants are in epoch milliseconds. */
export interface Assertion {
  readonly id: string;
  readonly nameId: string;
  readonly nameIdFormat: string | undefined;
  /** The request that it responds to. Undefined: nobody here asked for it. */
  readonly inResponseTo: string | undefined;
  /** From then on it is refused anyway. */
  readonly usableUntilMs: number;
  readonly sessionEndsAtMs: number | undefined;
  readonly contextClasses: readonly string[];
  /** Values by the name of the attribute. Undefined stands for a value that is no text. */
  readonly attributes: ReadonlyMap<string, readonly (string | undefined)[]>;
}

/** Reads a verified assertion, and checks what it is for (SSO-07). Throws SignOnFailure. */
export function readAssertion(xml: string, target: AssertionTarget): Assertion {
  const assertion = parseXml(xml);
  const id = attributeOf(assertion, 'ID');
  if (!isNamed(assertion, 'assertion', 'Assertion') || attributeOf(assertion, 'Version') !== '2.0' || !id)
    throw new SignOnFailure('assertion');
  requireSame('issuer', target.issuer, textOf(required(assertion, 'Issuer', 'issuer')));
  checkConditions(required(assertion, 'Conditions', 'audience'), target);
  const subject = required(assertion, 'Subject', 'claims');
  const nameId = required(subject, 'NameID', 'claims');
  const statements = childrenOf(assertion, 'assertion', 'AuthnStatement');
  if (statements.length === 0) throw new SignOnFailure('assertion');
  return {
    id,
    nameId: textOf(nameId) ?? '',
    nameIdFormat: attributeOf(nameId, 'Format'),
    inResponseTo: readConfirmation(subject, target),
    usableUntilMs: usableUntil(assertion, target),
    sessionEndsAtMs: earliest(statements),
    contextClasses: statements.flatMap(contextClassesOf),
    attributes: attributesOf(assertion),
  };
}

function checkConditions(conditions: Element, target: AssertionTarget): void {
  requireCurrent(conditions, target);
  const isUnderstood = (condition: Element) =>
    CONDITIONS.some((name) => isNamed(condition, 'assertion', name));
  if (!childElements(conditions).every(isUnderstood)) throw new SignOnFailure('assertion');
  const restrictions = childrenOf(conditions, 'assertion', 'AudienceRestriction');
  const audiences = restrictions.map((restriction) =>
    childrenOf(restriction, 'assertion', 'Audience').map(textOf),
  );
  const isForUs = audiences.length > 0 && audiences.every((texts) => texts.includes(target.audience));
  if (!isForUs)
    throw new SignOnFailure('audience', undefined, { expected: target.audience, received: audiences.flat() });
}

/** Whoever presents the assertion to the recipient may use it. Returns the request that it responds to. */
function readConfirmation(subject: Element, target: AssertionTarget): string | undefined {
  const [bearer, ...others] = childrenOf(subject, 'assertion', 'SubjectConfirmation').filter(
    (confirmation) => attributeOf(confirmation, 'Method') === BEARER,
  );
  if (!bearer || others.length > 0) throw new SignOnFailure('recipient');
  const data = required(bearer, 'SubjectConfirmationData', 'recipient');
  requireSame('recipient', target.recipient, attributeOf(data, 'Recipient'));
  if (instantOf(data, 'NotOnOrAfter') === undefined) throw new SignOnFailure('expired');
  requireCurrent(data, target);
  return attributeOf(data, 'InResponseTo');
}

function earliest(statements: readonly Element[]): number | undefined {
  const ends = statements.flatMap((statement) => instantOf(statement, 'SessionNotOnOrAfter') ?? []);
  return ends.length === 0 ? undefined : Math.min(...ends);
}

function contextClassesOf(statement: Element): string[] {
  const contexts = childrenOf(statement, 'assertion', 'AuthnContext');
  const classes = contexts.flatMap((context) => childrenOf(context, 'assertion', 'AuthnContextClassRef'));
  return classes.flatMap((reference) => textOf(reference)?.trim() ?? []);
}

/** Of one name in several places, all values count. */
function attributesOf(assertion: Element): Map<string, (string | undefined)[]> {
  const attributes = new Map<string, (string | undefined)[]>();
  for (const statement of childrenOf(assertion, 'assertion', 'AttributeStatement'))
    for (const attribute of childrenOf(statement, 'assertion', 'Attribute')) {
      const name = attributeOf(attribute, 'Name') ?? '';
      const values = childrenOf(attribute, 'assertion', 'AttributeValue').map(textOf);
      attributes.set(name, [...(attributes.get(name) ?? []), ...values]);
    }
  return attributes;
}

function required(parent: Element, name: string, reason: SignOnReason): Element {
  const child = onlyChild(parent, 'assertion', name);
  if (!child) throw new SignOnFailure(reason);
  return child;
}
