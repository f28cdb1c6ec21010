import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { httpDatabases, SamlKey, WRAPPED_RESPONSES, type SamlResponseSettings } from '#test-kit';
import { SamlFixture } from './saml-fixture.ts';
import { DOMAIN } from './sign-on-fixture.ts';

type Case = (fixture: SamlFixture) => SamlResponseSettings | Promise<SamlResponseSettings>;

const FAILED = '/console/sign-in?sso_error=sso_failed';

/** Makes somebody else of the person who signs in. */
const asOwner = (xml: string): string =>
  xml.replaceAll('subject-of-mona', 'subject-of-olga').replaceAll('mona@', 'olga@');
const changed =
  (change: (xml: string) => string): Case =>
  () => ({ change });
const replaced = (from: string | RegExp, to: string): Case => changed((xml) => xml.replace(from, to));

const WRAPPED = Object.entries(WRAPPED_RESPONSES).map(([name, { signs, wrap }]): [string, Case, string] => [
  name,
  () => ({ signs, change: wrap(asOwner) }),
  'assertion',
]);

/** The signature, and what surrounds it. */
const FORGED: [string, Case, string][] = [
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
const MISDIRECTED: [string, Case, string][] = [
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

describe.each(await httpDatabases(import.meta.filename))('sign-in by SAML on $kind', (database) => {
  let fixture: SamlFixture;
  beforeAll(async () => {
    fixture = await SamlFixture.start(database);
  });
  afterAll(() => fixture?.stop());
  // Only so many failures of a network are written down in 15 minutes.
  beforeEach(() => fixture.advance(20));

  it.each(FORGED)('SSO-06 SSO-20 D-SSO-13 refuses %s', async (_name, settings, reason) => {
    const { browser, location } = await fixture.signInAs('mona', await settings(fixture));
    expect([location, await fixture.lastReason(), await fixture.emailOf(browser)]).toEqual([
      FAILED,
      reason,
      undefined,
    ]);
  });

  it.each(MISDIRECTED)('SSO-07 SSO-08 SSO-20 D-SSO-13 refuses %s', async (_name, settings, reason) => {
    const { browser, location } = await fixture.signInAs('mona', await settings(fixture));
    expect([location, await fixture.lastReason(), await fixture.emailOf(browser)]).toEqual([
      FAILED,
      reason,
      undefined,
    ]);
  });

  it.each<[string, SamlResponseSettings]>([
    ['of the assertion', { signs: 'assertion' }],
    ['of the response around one', { signs: 'response' }],
    ['of both', { signs: 'both' }],
    ['by RSA with SHA-512', { algorithm: 'rsa-sha512', digest: 'sha512' }],
    ['by RSA-PSS', { algorithm: 'sha256-rsa-MGF1' }],
  ])('SSO-06 takes a signature %s', async (_name, settings) => {
    const { browser, location } = await fixture.signInAs('dora', settings);
    expect([location, await fixture.emailOf(browser)]).toEqual(['/console/', `dora@${DOMAIN}`]);
  });

  it.each<[string, Case]>([
    [
      'a declaration and line ends of Windows',
      changed((xml) => `<?xml version="1.0" encoding="utf-8"?>\r\n${xml}\r\n`),
    ],
    ['white space around elements that are not signed', replaced('<samlp:Status>', '\n  <samlp:Status>\n')],
    ['no destination', () => ({ destination: undefined })],
    [
      'several audiences',
      ({ id, base }) => ({ audiences: ['a', `${base.console.service.baseUrl}/sso/${id}/metadata`] }),
    ],
    [
      'conditions that forbid to pass it on',
      () => ({
        conditions: '<saml:OneTimeUse></saml:OneTimeUse><saml:ProxyRestriction></saml:ProxyRestriction>',
      }),
    ],
    ['a start in 59 seconds', ({ idp }) => ({ notBefore: idp.at(59_000), issuedAt: idp.at(59_000) })],
    [
      'an end 59 seconds ago',
      ({ idp }) => ({ notOnOrAfter: idp.at(-59_000), confirmedUntil: idp.at(-59_000) }),
    ],
    ['conditions without an end', () => ({ notOnOrAfter: undefined })],
    ['instants to the second', ({ idp }) => ({ notBefore: idp.at(-5000).replace(/\.\d+/, '') })],
  ])('SSO-07 takes %s', async (_name, settings) => {
    expect((await fixture.signInAs('dora', await settings(fixture))).location).toBe('/console/');
  });

  it.each([
    ['no field', ''],
    ['what is no Base64', 'SAMLResponse=%25'],
    ['what is no UTF-8', `SAMLResponse=${encodeURIComponent(Buffer.from([0xff, 0x3c]).toString('base64'))}`],
    ['another content', '{"SAMLResponse":1}'],
  ])('SSO-06 refuses a form with %s', async (_name, body) => {
    const { port } = fixture.base.console.service;
    const at = `http://127.0.0.1:${port}/sso/${fixture.id}/acs`;
    const reply = await fetch(at, { method: 'POST', body, redirect: 'manual' });
    expect([reply.status, reply.headers.get('location'), await fixture.lastReason()]).toEqual([
      303,
      FAILED,
      'assertion',
    ]);
  });

  it('refuses a form that is larger than any response', async () => {
    const { port } = fixture.base.console.service;
    const at = `http://127.0.0.1:${port}/sso/${fixture.id}/acs`;
    expect((await fetch(at, { method: 'POST', body: 'a'.repeat(600_000) })).status).toBe(413);
  });

  it('SSO-07 uses an assertion once, whether its first use went through or not', async () => {
    const browser = fixture.base.newBrowser();
    const { headers } = await browser.get(`/sso/${fixture.id}/start`);
    const request = fixture.idp.readRequest(headers.get('location') ?? '');
    const xml = fixture.idp.respond(request, fixture.person('dora'));
    const first = await fixture.post(xml, request.relayState);
    expect(first).toMatch(/^\/sso\/sso_\w+\/callback\?response=ssoresponse_/);
    expect([await fixture.post(xml, request.relayState), await fixture.lastReason()]).toEqual([
      FAILED,
      'replayed',
    ]);
    expect((await fixture.follow(browser, first)).location).toBe('/console/');
    expect([await fixture.post(xml, request.relayState), await fixture.lastReason()]).toEqual([
      FAILED,
      'replayed',
    ]);
    // As long as it could be used: a day, though it ended after five minutes.
    await fixture.advance(5 * 60);
    expect([await fixture.post(xml, request.relayState), await fixture.lastReason()]).toEqual([
      FAILED,
      'replayed',
    ]);
  });

  it('SSO-07 responds to a request once, and shows a response once', async () => {
    const browser = fixture.base.newBrowser();
    const { headers } = await browser.get(`/sso/${fixture.id}/start`);
    const request = fixture.idp.readRequest(headers.get('location') ?? '');
    const respond = () =>
      fixture.post(fixture.idp.respond(request, fixture.person('dora')), request.relayState);
    const [first, second] = [await respond(), await respond()];
    const [same, stale] = [browser.copy(), browser.copy()];
    expect((await fixture.follow(browser, first)).location).toBe('/console/');
    expect((await fixture.follow(stale, first)).location).toBe('/console/sign-in?sso_error=sso_expired');
    expect([(await fixture.follow(same, second)).location, await fixture.lastReason()]).toEqual([
      FAILED,
      'replayed',
    ]);
  });

  it('SSO-07 D-SSO-17 signs in the browser that began, and no other', async () => {
    const expired = '/console/sign-in?sso_error=sso_expired';
    const other = fixture.base.newBrowser();
    const stolen = await fixture.signInAs('mona', { other });
    expect([stolen.location, await fixture.lastReason(), await fixture.emailOf(other)]).toEqual([
      expired,
      'state',
      undefined,
    ]);
    await other.get(`/sso/${fixture.id}/start`);
    const injected = await fixture.signInAs('mona', { other });
    expect([injected.location, await fixture.lastReason(), await fixture.emailOf(other)]).toEqual([
      FAILED,
      'in_response_to',
      undefined,
    ]);
    const relayed = await fixture.signInAs('mona', { relayState: 'another' });
    expect([relayed.location, await fixture.lastReason()]).toEqual([FAILED, 'state']);
  });

  it('D-SSO-17 keeps a response for two minutes, and while the connection stays as it is', async () => {
    const expired = '/console/sign-in?sso_error=sso_expired';
    for (const meanwhile of [() => fixture.advance(121), () => fixture.set({ name: 'Renamed' })]) {
      const browser = fixture.base.newBrowser();
      const { headers } = await browser.get(`/sso/${fixture.id}/start`);
      const request = fixture.idp.readRequest(headers.get('location') ?? '');
      const next = await fixture.post(
        fixture.idp.respond(request, fixture.person('dora')),
        request.relayState,
      );
      await meanwhile();
      expect((await fixture.follow(browser, next)).location).toBe(expired);
    }
  });

  it('asks by an AuthnRequest that names no way of signing in', async () => {
    const browser = fixture.base.newBrowser();
    const { headers } = await browser.get(`/sso/${fixture.id}/start`);
    const location = new URL(headers.get('location') ?? '');
    expect(location.searchParams.get('tenant')).toBe('acme');
    const { xml, acsUrl, entityId, id } = fixture.idp.readRequest(location.href);
    const base = `${fixture.base.console.service.baseUrl}/sso/${fixture.id}`;
    expect([acsUrl, entityId]).toEqual([`${base}/acs`, `${base}/metadata`]);
    expect(id).toMatch(/^_[\w-]{43}$/);
    expect(xml).toContain('Destination="https://idp.acme.test/sso?tenant=acme"');
    expect(xml).not.toMatch(/RequestedAuthnContext|NameIDPolicy[^>]*Format/);
  });
});
