import { SignOnFailure } from '../provider/sign-on-failure.ts';
import { attributeOf, childElements, elementsIn, isNamed, onlyChild, type Element } from './xml-elements.ts';

/** RSA with SHA-256 or longer (SSO-06). Those with a shared secret, and no signature at all, are not in the list. */
const SIGNATURES: ReadonlySet<string | undefined> = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
]);
const DIGESTS: ReadonlySet<string | undefined> = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);
const CANONICAL = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const CANONICALIZATIONS: ReadonlySet<string | undefined> = new Set([CANONICAL, `${CANONICAL}WithComments`]);
const TRANSFORMS: ReadonlySet<string | undefined> = new Set([
  ...CANONICALIZATIONS,
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
]);

const PARTS = ['SignedInfo', 'SignatureValue', 'KeyInfo'];
/** Libraries look for these anywhere in the signature. */
const ONCE = [
  'SignedInfo',
  'CanonicalizationMethod',
  'SignatureMethod',
  'Reference',
  'DigestMethod',
  'SignatureValue',
];

/** Which elements are signed, each by a signature that is its child and refers to it whole. */
export interface SignedElements {
  readonly isResponseSigned: boolean;
  readonly isAssertionSigned: boolean;
}

/**
 * Looks where signatures are and what they say they cover, ahead of their verification. Throws SignOnFailure: `signature` for none and for
 * those in another place, `algorithm`.
 */
export function checkSignatures(response: Element, assertion: Element): SignedElements {
  const signatures = elementsIn(response).filter(({ localName }) => localName === 'Signature');
  const [ofResponse, ofAssertion] = [response, assertion].map((parent) =>
    signatures.filter(({ parentNode }) => parentNode === parent),
  ) as [Element[], Element[]];
  const isMisplaced = ofResponse.length + ofAssertion.length !== signatures.length;
  if (signatures.length === 0 || isMisplaced || ofResponse.length > 1 || ofAssertion.length > 1)
    throw new SignOnFailure('signature');
  for (const signature of ofResponse) checkSignature(signature, response);
  for (const signature of ofAssertion) checkSignature(signature, assertion);
  return { isResponseSigned: ofResponse.length > 0, isAssertionSigned: ofAssertion.length > 0 };
}

function checkSignature(signature: Element, signed: Element): void {
  const within = elementsIn(signature);
  const isOnce = ONCE.every((name) => within.filter(({ localName }) => localName === name).length === 1);
  const hasOthers = childElements(signature).some(
    (part) => !PARTS.some((name) => isNamed(part, 'signature', name)),
  );
  const info = onlyChild(signature, 'signature', 'SignedInfo');
  const reference = info && onlyChild(info, 'signature', 'Reference');
  if (!isNamed(signature, 'signature', 'Signature') || !isOnce || hasOthers || !reference)
    throw new SignOnFailure('signature');
  const id = attributeOf(signed, 'ID');
  if (id === undefined || attributeOf(reference, 'URI') !== `#${id}`) throw new SignOnFailure('signature');
  checkAlgorithms(info, reference);
}

function checkAlgorithms(info: Element, reference: Element): void {
  const transforms = onlyChild(reference, 'signature', 'Transforms');
  const isAllowed =
    CANONICALIZATIONS.has(algorithmOf(info, 'CanonicalizationMethod')) &&
    SIGNATURES.has(algorithmOf(info, 'SignatureMethod')) &&
    DIGESTS.has(algorithmOf(reference, 'DigestMethod')) &&
    transforms !== undefined &&
    childElements(transforms).every((transform) => TRANSFORMS.has(attributeOf(transform, 'Algorithm')));
  if (!isAllowed) throw new SignOnFailure('algorithm');
}

function algorithmOf(parent: Element, name: string): string | undefined {
  const method = onlyChild(parent, 'signature', name);
  return method && attributeOf(method, 'Algorithm');
}
