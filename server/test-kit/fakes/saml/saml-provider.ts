import { randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { assertionXml, responseXml, type SamlMessage } from './saml-messages.ts';
import { SamlKey, type SamlAlgorithm, type SamlDigest } from './saml-key.ts';

/** A request as the provider reads it from the address that the browser is sent to. */
export interface SamlRequest {
  readonly xml: string;
  readonly id: string;
  readonly entityId: string;
  readonly acsUrl: string;
  readonly relayState: string;
}

export interface SamlResponseSettings extends Partial<SamlMessage> {
  /** What is signed. */
  readonly signs?: 'assertion' | 'response' | 'both' | 'nothing';
  readonly algorithm?: SamlAlgorithm;
  readonly digest?: SamlDigest;
  readonly key?: SamlKey;
  /** Changes the assertion before it is signed. */
  readonly changeAssertion?: (xml: string) => string;
  /** Changes the whole response afterwards, as somebody on the way would. */
  readonly change?: (xml: string) => string;
}

const MINUTE_MS = 60_000;
const PASSWORD = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport';

/** A provider of SAML. It has no pages: the test is the browser that it shows them to. */
export class SamlProvider {
  readonly entityId = 'https://idp.acme.test/metadata';
  readonly ssoUrl = 'https://idp.acme.test/sso?tenant=acme';
  /** Signs what is not signed with another one. */
  key: SamlKey;
  /** By the clock of the service, which tests move. */
  readonly #nowMs: () => number;

  private constructor(key: SamlKey, nowMs: () => number) {
    this.key = key;
    this.#nowMs = nowMs;
  }

  static async start(nowMs: () => number): Promise<SamlProvider> {
    return new SamlProvider(await SamlKey.make(), nowMs);
  }

  get settings() {
    return {
      idp_entity_id: this.entityId,
      sso_url: this.ssoUrl,
      certificates: [this.key.certificate],
    };
  }

  /** An instant as SAML writes it, some milliseconds from now. */
  at(offsetMs: number): string {
    return new Date(this.#nowMs() + offsetMs).toISOString();
  }

  readRequest(location: string): SamlRequest {
    const { searchParams: query } = new URL(location);
    const xml = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString();
    const of = (pattern: RegExp): string => pattern.exec(xml)?.[1] ?? '';
    return {
      xml,
      id: of(/ ID="([^"]*)"/),
      entityId: of(/<saml:Issuer[^>]*>([^<]*)</),
      acsUrl: of(/ AssertionConsumerServiceURL="([^"]*)"/),
      relayState: query.get('RelayState') ?? '',
    };
  }

  /** The response to a request in XML, right unless `settings` say otherwise. */
  respond(
    request: Pick<SamlRequest, 'entityId' | 'acsUrl'> & { readonly id?: string },
    settings: SamlResponseSettings = {},
  ): string {
    const { signs = 'assertion', algorithm = 'rsa-sha256', digest = 'sha256', key = this.key } = settings;
    const { change = (xml) => xml, changeAssertion = (xml) => xml } = settings;
    const message = this.#message(request, settings);
    const sign = (xml: string, id: string): string => {
      const signature = key.signatureOf(xml, id, { algorithm, digest });
      return xml.replace('</saml:Issuer>', `</saml:Issuer>${signature}`);
    };
    const unsigned = changeAssertion(assertionXml(message));
    const signsAssertion = signs === 'assertion' || signs === 'both';
    const response = responseXml(message, signsAssertion ? sign(unsigned, message.assertionId) : unsigned);
    const signsResponse = signs === 'response' || signs === 'both';
    return change(signsResponse ? sign(response, message.responseId) : response);
  }

  #message(
    { id, entityId, acsUrl }: Pick<SamlRequest, 'entityId' | 'acsUrl'> & { readonly id?: string },
    settings: Partial<SamlMessage>,
  ): SamlMessage {
    return {
      responseId: `_r${randomUUID()}`,
      assertionId: `_a${randomUUID()}`,
      issuedAt: this.at(0),
      issuer: this.entityId,
      responseIssuer: this.entityId,
      destination: acsUrl,
      status: 'urn:oasis:names:tc:SAML:2.0:status:Success',
      nameId: 'nobody',
      nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      recipient: acsUrl,
      inResponseTo: id,
      responseInResponseTo: id,
      confirmedUntil: this.at(5 * MINUTE_MS),
      audiences: [entityId],
      notBefore: this.at(-MINUTE_MS),
      notOnOrAfter: this.at(5 * MINUTE_MS),
      conditions: '',
      contextClass: PASSWORD,
      sessionEndsAt: undefined,
      attributes: {},
      ...settings,
    };
  }
}
