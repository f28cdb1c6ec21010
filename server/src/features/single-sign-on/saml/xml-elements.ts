import { DOMParser, type Element, type Node } from '@xmldom/xmldom';
import { SignOnFailure } from '../provider/sign-on-failure.ts';

export type { Element };

export const NAMESPACES = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const;

const MAX_DEPTH = 32;

/** The root of a document. Throws SignOnFailure with the reason `assertion` for what is not well-formed, and for too many levels. */
export function parseXml(xml: string): Element {
  const root = parse(xml);
  for (const { depth } of walk(root)) if (depth > MAX_DEPTH) throw new SignOnFailure('assertion');
  return root;
}

function parse(xml: string): Element {
  const onError = (): never => {
    throw new SignOnFailure('assertion');
  };
  try {
    const root = new DOMParser({ onError, locator: false }).parseFromString(xml, 'text/xml').documentElement;
    return root ?? onError();
  } catch {
    // The parser wraps what is thrown, and has errors of its own.
    return onError();
  }
}

/** The element and all below it. */
export function elementsIn(root: Element): Element[] {
  return [...walk(root)].map(({ element }) => element);
}

/** Without recursion: the depth is not known yet. */
function* walk(root: Element): Generator<{ element: Element; depth: number }> {
  const waiting = [{ element: root, depth: 1 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next;
    const { element, depth } = next;
    waiting.push(
      ...childElements(element)
        .toReversed()
        .map((child) => ({ element: child, depth: depth + 1 })),
    );
  }
}

export function childElements(parent: Element): Element[] {
  return nodesOf(parent).filter(isElement);
}

/** Its children of one name. */
export function childrenOf(parent: Element, namespace: keyof typeof NAMESPACES, name: string): Element[] {
  return childElements(parent).filter((child) => isNamed(child, namespace, name));
}

/** Its only child of a name. Undefined where there is none, or several. */
export function onlyChild(
  parent: Element,
  namespace: keyof typeof NAMESPACES,
  name: string,
): Element | undefined {
  const [child, ...others] = childrenOf(parent, namespace, name);
  return others.length === 0 ? child : undefined;
}

export function isNamed(element: Element, namespace: keyof typeof NAMESPACES, name: string): boolean {
  return element.localName === name && element.namespaceURI === NAMESPACES[namespace];
}

/** Its whole text. Undefined where it contains anything else. */
export function textOf(element: Element): string | undefined {
  const nodes = nodesOf(element);
  return nodes.every(({ nodeType }) => nodeType === TEXT)
    ? nodes.map(({ nodeValue }) => nodeValue ?? '').join('')
    : undefined;
}

/** Undefined where it has none of the name. */
export function attributeOf(element: Element, name: string): string | undefined {
  return element.getAttributeNode(name)?.value;
}

const ELEMENT = 1;
const TEXT = 3;

function nodesOf(parent: Element): Node[] {
  const nodes: Node[] = [];
  for (let node = parent.firstChild; node; node = node.nextSibling) nodes.push(node);
  return nodes;
}

function isElement(node: Node): node is Element {
  return node.nodeType === ELEMENT;
}
