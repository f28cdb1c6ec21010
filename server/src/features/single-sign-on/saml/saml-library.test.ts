import { beforeAll, expect, it } from 'vitest';
import { SamlProvider, WRAPPED_RESPONSES } from '#test-kit';
import { verifiedAssertion } from './saml-library.ts';
import { serviceProviderOf } from './service-provider.ts';

const provider = serviceProviderOf('https://svc.example', 'sso_1');
let idp: SamlProvider;
beforeAll(async () => {
  idp = await SamlProvider.start(() => Date.now());
});

const stored = () => ({
  ...idp.settings,
  certificates: idp.settings.certificates.map((pem) => ({ pem, fingerprint: '', not_after_ms: 0 })),
});
const verify = (xml: string, signs: 'response' | 'assertion') =>
  verifiedAssertion(stored(), provider, {
    xml,
    isResponseSigned: signs === 'response',
    isAssertionSigned: signs === 'assertion',
  });

it.each(['response', 'assertion'] as const)('SSO-06 cuts the assertion out of a signed %s', async (signs) => {
  const xml = idp.respond({ ...provider, id: '_1' }, { nameId: 'mona', signs });
  expect(await verify(xml, signs)).toContain('>mona</saml:NameID>');
});

// The shape of these is refused before they come here.
it.each(Object.entries(WRAPPED_RESPONSES))(
  'SSO-06 %s: what is read is what was signed, if anything',
  async (_name, { signs, wrap }) => {
    const lie = wrap((xml) => xml.replaceAll('mona', 'olga'));
    const right = idp.respond({ ...provider, id: '_1' }, { nameId: 'mona', signs });
    const wrapped = lie(right);
    expect(wrapped).toContain('>olga</saml:NameID>');
    expect(wrapped, 'what was signed is still there').toContain('>mona</saml:NameID>');
    const read = await verify(wrapped, signs).catch((error: Error) => error.message);
    expect([
      'single sign-on failed: signature',
      expect.stringContaining('>mona</saml:NameID>'),
    ]).toContainEqual(read);
    expect(read).not.toContain('olga');
  },
);
