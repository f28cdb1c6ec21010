type Change = (xml: string) => string;

/**
 * The eight ways of signature wrapping ("On Breaking SAML", USENIX Security 2012): the signed element stays in the message as it was, and
 * what a careless service reads is another one. `lie` makes the other one of it. Numbers 1 and 2 take a signed response, the rest a signed
 * assertion.
 */
export const WRAPPED_RESPONSES: Readonly<
  Record<string, { readonly signs: 'response' | 'assertion'; readonly wrap: (lie: Change) => Change }>
> = {
  XSW1: {
    signs: 'response',
    wrap: (lie) => (response) => {
      const { signature, signed } = apart(response);
      return withSignature(renamed(lie(signed)), inside(signature, signed));
    },
  },
  XSW2: {
    signs: 'response',
    wrap: (lie) => (response) => {
      const { signature, signed } = apart(response);
      return withSignature(renamed(lie(signed)), signed + signature);
    },
  },
  XSW3: {
    signs: 'assertion',
    wrap: (lie) => (response) =>
      replaceAssertion(response, (assertion) => renamed(lie(apart(assertion).signed)) + assertion),
  },
  XSW4: {
    signs: 'assertion',
    wrap: (lie) => (response) =>
      replaceAssertion(response, (assertion) =>
        before(renamed(lie(apart(assertion).signed)), '</saml:Assertion>', assertion),
      ),
  },
  XSW5: {
    signs: 'assertion',
    wrap: (lie) => (response) =>
      replaceAssertion(response, (assertion) => {
        const { signature, signed } = apart(assertion);
        return withSignature(renamed(lie(signed)), signature) + signed;
      }),
  },
  XSW6: {
    signs: 'assertion',
    wrap: (lie) => (response) =>
      replaceAssertion(response, (assertion) => {
        const { signature, signed } = apart(assertion);
        return withSignature(renamed(lie(signed)), inside(signature, signed));
      }),
  },
  XSW7: {
    signs: 'assertion',
    wrap: (lie) => (response) =>
      replaceAssertion(
        response,
        (assertion) => `<samlp:Extensions>${lie(apart(assertion).signed)}</samlp:Extensions>${assertion}`,
      ),
  },
  XSW8: {
    signs: 'assertion',
    wrap: (lie) => (response) =>
      replaceAssertion(response, (assertion) => {
        const { signature, signed } = apart(assertion);
        return withSignature(lie(signed), inside(signature, `<ds:Object>${signed}</ds:Object>`));
      }),
  },
};

const SIGNATURE = /<ds:Signature .*?<\/ds:Signature>/s;

/** A signed element, as it was before it was signed, and its signature. */
function apart(element: string): { readonly signature: string; readonly signed: string } {
  const [signature = ''] = SIGNATURE.exec(element) ?? [];
  return { signature, signed: element.replace(signature, '') };
}

function withSignature(element: string, signature: string): string {
  return element.replace('</saml:Issuer>', `</saml:Issuer>${signature}`);
}

function inside(signature: string, element: string): string {
  return before(signature, '</ds:Signature>', element);
}

function before(xml: string, end: string, added: string): string {
  const at = xml.lastIndexOf(end);
  return xml.slice(0, at) + added + xml.slice(at);
}

function replaceAssertion(response: string, change: Change): string {
  return response.replace(/<saml:Assertion .*<\/saml:Assertion>/s, change);
}

/** With another id. */
function renamed(element: string): string {
  return element.replace(/ ID="[^"]*"/, ' ID="_another"');
}
