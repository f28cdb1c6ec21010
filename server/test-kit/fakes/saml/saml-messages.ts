/** What a response says. Instants are texts, so that tests can write what is none. */
export interface SamlMessage {
  readonly responseId: string;
  readonly assertionId: string;
  readonly issuedAt: string;
  readonly issuer: string;
  readonly responseIssuer: string;
  readonly destination: string | undefined;
  readonly status: string;
  readonly nameId: string;
  readonly nameIdFormat: string;
  readonly recipient: string;
  readonly inResponseTo: string | undefined;
  readonly responseInResponseTo: string | undefined;
  readonly confirmedUntil: string | undefined;
  readonly audiences: readonly string[];
  readonly notBefore: string | undefined;
  readonly notOnOrAfter: string | undefined;
  readonly conditions: string;
  readonly contextClass: string;
  readonly sessionEndsAt: string | undefined;
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

/*
 * Messages in exclusive canonical form, so that what is signed is the text itself: namespaces where they are first used, attributes in order,
 * no empty tags.
 */

export function assertionXml(message: SamlMessage): string {
  const { assertionId, issuedAt, issuer } = message;
  return element(
    'saml:Assertion',
    { 'xmlns:saml': ASSERTION, ID: assertionId, IssueInstant: issuedAt, Version: '2.0' },
    element('saml:Issuer', {}, text(issuer)) +
      subjectXml(message) +
      conditionsXml(message) +
      statementXml(message) +
      attributesXml(message),
  );
}

export function responseXml(message: SamlMessage, assertion: string): string {
  const { responseId, destination, responseInResponseTo, issuedAt, responseIssuer, status } = message;
  return element(
    'samlp:Response',
    {
      'xmlns:samlp': PROTOCOL,
      Destination: destination,
      ID: responseId,
      InResponseTo: responseInResponseTo,
      IssueInstant: issuedAt,
      Version: '2.0',
    },
    element('saml:Issuer', { 'xmlns:saml': ASSERTION }, text(responseIssuer)) +
      element('samlp:Status', {}, element('samlp:StatusCode', { Value: status }, '')) +
      assertion,
  );
}

function subjectXml(message: SamlMessage): string {
  const { nameId, nameIdFormat, inResponseTo, confirmedUntil, recipient } = message;
  const data = element(
    'saml:SubjectConfirmationData',
    { InResponseTo: inResponseTo, NotOnOrAfter: confirmedUntil, Recipient: recipient },
    '',
  );
  return element(
    'saml:Subject',
    {},
    element('saml:NameID', { Format: nameIdFormat }, text(nameId)) +
      element('saml:SubjectConfirmation', { Method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer' }, data),
  );
}

function conditionsXml({ notBefore, notOnOrAfter, audiences, conditions }: SamlMessage): string {
  const names = audiences.map((name) => element('saml:Audience', {}, text(name))).join('');
  const restriction = audiences.length === 0 ? '' : element('saml:AudienceRestriction', {}, names);
  return element(
    'saml:Conditions',
    { NotBefore: notBefore, NotOnOrAfter: notOnOrAfter },
    restriction + conditions,
  );
}

function statementXml({ issuedAt, sessionEndsAt, contextClass }: SamlMessage): string {
  return element(
    'saml:AuthnStatement',
    { AuthnInstant: issuedAt, SessionNotOnOrAfter: sessionEndsAt },
    element('saml:AuthnContext', {}, element('saml:AuthnContextClassRef', {}, text(contextClass))),
  );
}

function attributesXml({ attributes }: SamlMessage): string {
  const each = Object.entries(attributes).map(([name, values]) => {
    const content = values.map((value) => element('saml:AttributeValue', {}, text(value))).join('');
    return element('saml:Attribute', { Name: name }, content);
  });
  return each.length === 0 ? '' : element('saml:AttributeStatement', {}, each.join(''));
}

function element(name: string, attributes: Record<string, string | undefined>, content: string): string {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  const all = given.map(([key, value]) => ` ${key}="${text(value!).replaceAll('"', '&quot;')}"`).join('');
  return `<${name}${all}>${content}</${name}>`;
}

function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
