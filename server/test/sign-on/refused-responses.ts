import { SamlKey, WRAPPED_RESPONSES, type SamlResponseSettings } from '#test-kit';
import type { SamlFixture } from './saml-fixture.ts';
import { DOMAIN } from './sign-on-fixture.ts';

/** How a response differs from a right one. */
export type Case = (fixture: SamlFixture) => SamlResponseSettings | Promise<SamlResponseSettings>;

/** Makes somebody else of the person who signs in. */
const asOwner = (xml: string): string =>
  xml.replaceAll('subject-of-mona', 'subject-of-olga').replaceAll('mona@', 'olga@');
export const changed =
  (change: (xml: string) => string): Case =>
  () => ({ change });
export const replaced = (from: string | RegExp, to: string): Case => changed((xml) => xml.replace(from, to));

const WRAPPED = Object.entries(WRAPPED_RESPONSES).map(([name, { signs, wrap }]): [string, Case, string] => [
  name,
  () => ({ signs, change: wrap(asOwner) }),
  'assertion',
]);

/** The signature, and what surrounds it. */
export const FORGED: [string, Case, string][] = [
  ...WRAPPED,
  ['no signature', () => ({ signs: 'nothing' }), 'signature'],
  ['a signature without a value', replaced(/(<ds:SignatureValue>)[^<]*/, '$1'), 'signature'],
  ['another key', async () => ({ key: await SamlKey.make() }), 'signature'],
  ['another key that brings its certificate', withOwnCertificate, 'signature'],
  ['a person changed on the way', changed(asOwner), 'signature'],
  [
    'a signature of the response that does not verify',
    () => ({ signs: 'both', change: (xml) => xml.replace(' Version="2.0">', ' Consent="a" Version="2.0">') }),
    'signature',
  ],
  ['a signature that covers the whole document', replaced(/ URI="[^"]*"/, ' URI=""'), 'signature'],
  ['a signature that covers another element', replaced(/ URI="[^"]*"/, ' URI="#_other"'), 'signature'],
  ['two signatures of one element', replaced(/<ds:Signature .*<\/ds:Signature>/s, '$&$&'), 'signature'],
  [
    'an object in the signature',
    replaced('</ds:Signature>', '<ds:Object></ds:Object></ds:Signature>'),
    'signature',
  ],
  [
    'a second reference',
    replaced('</ds:Reference>', '</ds:Reference><ds:Reference URI="#_x"></ds:Reference>'),
    'signature',
  ],
  ['SHA-1', () => ({ algorithm: 'rsa-sha1' }), 'algorithm'],
  ['a digest by SHA-1', () => ({ digest: 'sha1' }), 'algorithm'],
  ['the certificate as a secret, SHA-1', () => ({ algorithm: 'hmac-sha1' }), 'algorithm'],
  ['the certificate as a secret, SHA-256', () => ({ algorithm: 'hmac-sha256' }), 'algorithm'],
  ['the algorithm none', () => ({ algorithm: 'none' }), 'algorithm'],
  ['a transform by XSLT', replaced(/xmldsig#enveloped-signature/, 'xslt'), 'algorithm'],
  ['another canonical form', replaced('2001/10/xml-exc-c14n#', 'TR/2001/REC-xml-c14n-20010315'), 'algorithm'],
  [
    'a comment in the name',
    () => ({
      nameId: `olga@${DOMAIN}.evil.test`,
      change: (xml) => xml.replace('.test.evil', '.test<!---->.evil'),
    }),
    'assertion',
  ],
  ['a comment elsewhere', replaced('</samlp:Response>', '<!-- --></samlp:Response>'), 'assertion'],
  ['an instruction in the name', replaced('subject-of-mona', 'subject-of-<?x?>mona'), 'assertion'],
  ['a section in the name', replaced('subject-of-mona', 'subject-of-<![CDATA[mona]]>'), 'assertion'],
  ['a document type', changed((xml) => `<!DOCTYPE r>${xml}`), 'assertion'],
  [
    'an entity of its own',
    changed((xml) => `<!DOCTYPE r [<!ENTITY e "olga">]>${xml.replace('mona', '&e;')}`),
    'assertion',
  ],
  ['an entity that is not defined', replaced('subject-of-mona', '&mona;'), 'assertion'],
  ['another character set', changed((xml) => `<?xml version="1.0" encoding="UTF-7"?>${xml}`), 'assertion'],
  ['two assertions, each signed', twoAssertions, 'assertion'],
  [
    'an assertion in an extension',
    replaced(
      '<samlp:Status>',
      '<samlp:Extensions><x:Assertion xmlns:x="urn:x"></x:Assertion></samlp:Extensions><samlp:Status>',
    ),
    'assertion',
  ],
  ['no assertion', replaced(/<saml:Assertion .*<\/saml:Assertion>/s, ''), 'assertion'],
  [
    'an encrypted assertion',
    replaced(
      /<saml:Assertion .*<\/saml:Assertion>/s,
      '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"></saml:EncryptedAssertion>',
    ),
    'assertion',
  ],
  [
    'an assertion without a response',
    changed((xml) => /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)![0]),
    'assertion',
  ],
  ['another version', replaced('Version="2.0"', 'Version="1.1"'), 'assertion'],
  [
    'one id twice',
    changed((xml) =>
      xml.replace(
        '<samlp:Status>',
        `<samlp:Status Id="${/<saml:Assertion [^>]*ID="([^"]*)/.exec(xml)![1]}">`,
      ),
    ),
    'assertion',
  ],
  ['half of a document', changed((xml) => xml.slice(0, xml.length / 2)), 'assertion'],
  [
    'too many levels',
    replaced('<samlp:Status>', `${'<a>'.repeat(40)}${'</a>'.repeat(40)}<samlp:Status>`),
    'assertion',
  ],
  ['too many elements', replaced('<samlp:Status>', `${'<a></a>'.repeat(2600)}<samlp:Status>`), 'assertion'],
  [
    'too many attributes',
    replaced(
      '<samlp:Status>',
      `<samlp:Status ${Array.from({ length: 70 }, (_, at) => `a${at}=""`).join(' ')}>`,
    ),
    'assertion',
  ],
  ['too many bytes', changed((xml) => xml + ' '.repeat(300_000)), 'assertion'],
];

/** What the response is for, and when. */
export const MISDIRECTED: [string, Case, string][] = [
  ['another audience', () => ({ audiences: ['https://other.example'] }), 'audience'],
  ['no audience', () => ({ audiences: [] }), 'audience'],
  ['another recipient', () => ({ recipient: 'https://other.example/acs' }), 'recipient'],
  ['another destination', () => ({ destination: 'https://other.example/acs' }), 'recipient'],
  [
    'another subject confirmation',
    () => ({ changeAssertion: (xml) => xml.replace('cm:bearer', 'cm:holder-of-key') }),
    'recipient',
  ],
  ['another request', () => ({ inResponseTo: '_other', responseInResponseTo: '_other' }), 'in_response_to'],
  ['two requests', () => ({ responseInResponseTo: '_other' }), 'in_response_to'],
  ['a request in the unsigned part alone', () => ({ inResponseTo: undefined }), 'in_response_to'],
  ['no request', () => ({ inResponseTo: undefined, responseInResponseTo: undefined }), 'unsolicited'],
  ['an issuer of another name', () => ({ issuer: 'https://other.example' }), 'issuer'],
  ['a response of another issuer', () => ({ responseIssuer: 'https://other.example' }), 'issuer'],
  [
    'a refusal by the provider',
    () => ({ status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }),
    'provider_error',
  ],
  ['a condition that is not known', () => ({ conditions: '<saml:Condition></saml:Condition>' }), 'assertion'],
  ['a start in 61 seconds', ({ idp }) => ({ notBefore: idp.at(61_500) }), 'expired'],
  ['an end 60 seconds ago', ({ idp }) => ({ notOnOrAfter: idp.at(-60_000) }), 'expired'],
  ['a confirmation that ended 60 seconds ago', ({ idp }) => ({ confirmedUntil: idp.at(-60_000) }), 'expired'],
  ['a confirmation without an end', () => ({ confirmedUntil: undefined }), 'expired'],
  ['an end that is no instant', () => ({ notOnOrAfter: 'tomorrow' }), 'expired'],
  ['an end in another zone', () => ({ notOnOrAfter: '2099-01-01T00:00:00+01:00' }), 'expired'],
  ['an assertion of tomorrow', ({ idp }) => ({ issuedAt: idp.at(61_500) }), 'expired'],
  ['an assertion of yesterday', ({ idp }) => ({ issuedAt: idp.at(-86_500_000) }), 'expired'],
  ['a session that is over', ({ idp }) => ({ sessionEndsAt: idp.at(-1) }), 'expired'],
  ['no name', () => ({ nameId: '' }), 'claims'],
  [
    'a name for once',
    () => ({ nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }),
    'claims',
  ],
  ['no email', () => ({ attributes: {} }), 'claims'],
  ['two emails', () => ({ attributes: { email: [`mona@${DOMAIN}`, `olga@${DOMAIN}`] } }), 'claims'],
  [
    'an email that is called unverified',
    () => ({ attributes: { email: [`mona@${DOMAIN}`], email_verified: ['false'] } }),
    'email_unverified',
  ],
];

/** A forger's key, with its certificate where libraries have looked for one. */
async function withOwnCertificate(): Promise<SamlResponseSettings> {
  const key = await SamlKey.make();
  const base64 = key.certificate.replaceAll(/-----[^-]*-----|\n/g, '');
  const info = `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`;
  return { key, change: (xml) => xml.replace('</ds:Signature>', `${info}</ds:Signature>`) };
}

function twoAssertions({ idp, id }: SamlFixture): SamlResponseSettings {
  const acsUrl = `/sso/${id}/acs`;
  const other = idp.respond({ entityId: 'a', acsUrl }, { nameId: 'subject-of-olga' });
  const [assertion = ''] = /<saml:Assertion .*<\/saml:Assertion>/s.exec(other) ?? [];
  return { change: (xml) => xml.replace('</samlp:Response>', `${assertion}</samlp:Response>`) };
}
