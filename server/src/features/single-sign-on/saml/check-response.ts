import { SignOnFailure } from '../provider/sign-on-failure.ts';
import { checkSignatures, type SignedElements } from './check-signatures.ts';
import {
  attributeOf,
  childrenOf,
  elementsIn,
  isNamed,
  onlyChild,
  parseXml,
  textOf,
  type Element,
} from './xml-elements.ts';

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
/** Elements that may be there once, whatever their namespace: which of two is meant is what signature wrapping is about. */
const ONCE = ['Response', 'Assertion'];
const ENCRYPTED = ['EncryptedAssertion', 'EncryptedID', 'EncryptedAttribute', 'EncryptedData'];

/** What a response says around its assertion, signed or not. It can only make a response be refused. */
export interface ResponseHead extends SignedElements {
  readonly issuer: string | undefined;
  readonly destination: string | undefined;
  readonly inResponseTo: string | undefined;
}

/**
 * Judges the shape of a response before its signature is verified: one response, one assertion in it, no id twice (SSO-06). Throws
 * SignOnFailure: `assertion`, `signature`, `algorithm`, and `provider_error` where the provider refused the person.
 */
export function checkResponse(xml: string): ResponseHead {
  const response = parseXml(xml);
  const elements = elementsIn(response);
  if (!isNamed(response, 'protocol', 'Response') || attributeOf(response, 'Version') !== '2.0')
    throw new SignOnFailure('assertion');
  requireUniqueIds(elements);
  requireSuccess(response);
  const isOnce = ONCE.every((name) => countNamed(elements, [name]) === 1);
  const [assertion] = childrenOf(response, 'assertion', 'Assertion');
  if (!isOnce || !assertion || countNamed(elements, ENCRYPTED) > 0) throw new SignOnFailure('assertion');
  const issuer = onlyChild(response, 'assertion', 'Issuer');
  return {
    ...checkSignatures(response, assertion),
    issuer: issuer && textOf(issuer),
    destination: attributeOf(response, 'Destination'),
    inResponseTo: attributeOf(response, 'InResponseTo'),
  };
}

function countNamed(elements: readonly Element[], names: readonly (string | null)[]): number {
  return elements.filter(({ localName }) => names.includes(localName)).length;
}

/** Libraries find what is signed by any of these spellings. */
function requireUniqueIds(elements: readonly Element[]): void {
  const ids = elements.flatMap((element) =>
    [...element.attributes].flatMap(({ localName, value }) =>
      localName?.toLowerCase() === 'id' ? [value] : [],
    ),
  );
  if (new Set(ids).size !== ids.length) throw new SignOnFailure('assertion');
}

function requireSuccess(response: Element): void {
  const status = onlyChild(response, 'protocol', 'Status');
  const code = status && onlyChild(status, 'protocol', 'StatusCode');
  if (!code) throw new SignOnFailure('assertion');
  const value = attributeOf(code, 'Value');
  if (value === SUCCESS) return;
  const detail = onlyChild(code, 'protocol', 'StatusCode');
  const message = onlyChild(status, 'protocol', 'StatusMessage');
  throw new SignOnFailure('provider_error', undefined, {
    providerError: {
      code: (detail && attributeOf(detail, 'Value')) ?? value,
      description: message && textOf(message),
    },
  });
}
