import { mayUse } from './folders.ts';
import { pathOf, type Node, type Rule, type Visitor } from './rule.ts';
import {
  CONNECTING_GLOBALS,
  CONNECTING_MEMBERS,
  PRIVILEGED_PACKAGES,
  PRIVILEGES,
  QUERY_OPENERS,
  type PrivilegeName,
} from './table.ts';

type Need = (node: Node, privilege: PrivilegeName) => void;
type NamedNode = { readonly type: string; readonly name?: unknown; readonly value?: unknown };

function nameOf(node: NamedNode): string | undefined {
  if (node.type === 'Identifier') return String(node.name);
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

function withNodePrefix(specifier: string): string {
  return `node:${specifier}` in CONNECTING_MEMBERS ? `node:${specifier}` : specifier;
}

/** What reading `object.property` needs, globals only. `namespaces` are local names of modules that can connect. */
function memberNeeds(
  object: string,
  property: string,
  namespaces: ReadonlyMap<string, readonly string[]>,
): PrivilegeName | undefined {
  if (object === 'process' && property === 'env') return 'environment';
  if (object === 'Date' && property === 'now') return 'clock';
  if (object === 'globalThis' && CONNECTING_GLOBALS.includes(property)) return 'outbound';
  return namespaces.get(object)?.includes(property) ? 'outbound' : undefined;
}

/** Uses of the language and of globals. */
function checkUses(need: Need, namespaces: ReadonlyMap<string, readonly string[]>): Visitor {
  const globalCalled = (node: Node, callee: NamedNode): void => {
    const name = callee.type === 'Identifier' ? String(callee.name) : '';
    if (name === 'Date') need(node, 'clock');
    if (name === 'setInterval') need(node, 'schedule');
    if (CONNECTING_GLOBALS.includes(name)) need(node, 'outbound');
  };
  return {
    MemberExpression(node) {
      const object = nameOf(node.object);
      const property = nameOf(node.property);
      if (!object || !property) return;
      const privilege = memberNeeds(object, property, namespaces);
      if (privilege) need(node, privilege);
    },
    VariableDeclarator(node) {
      if (
        node.init?.type !== 'Identifier' ||
        node.init.name !== 'process' ||
        node.id.type !== 'ObjectPattern'
      )
        return;
      const takesEnv = node.id.properties.some(
        (property) => property.type === 'Property' && nameOf(property.key) === 'env',
      );
      if (takesEnv) need(node, 'environment');
    },
    NewExpression(node) {
      globalCalled(node, node.callee);
    },
    CallExpression(node) {
      globalCalled(node, node.callee);
      if (node.callee.type !== 'MemberExpression') return;
      const method = nameOf(node.callee.property);
      if (method && QUERY_OPENERS.includes(method)) need(node, 'sql');
      if (method === 'onAdvance') need(node, 'schedule');
    },
    TaggedTemplateExpression(node) {
      if (nameOf(node.tag) === 'sql') need(node, 'sql');
    },
  };
}

/** Imports and re-exports of values. Types are free. */
function checkImports(need: Need, namespaces: Map<string, readonly string[]>): Visitor {
  const wholeModule = (node: Node, specifier: string): void => {
    const privilege =
      PRIVILEGED_PACKAGES[
        specifier
          .split('/')
          .slice(0, specifier.startsWith('@') ? 2 : 1)
          .join('/')
      ];
    if (privilege) need(node, privilege);
  };
  return {
    ImportDeclaration(node) {
      if (node.importKind === 'type') return;
      const values = node.specifiers.filter(
        (one) => one.type !== 'ImportSpecifier' || one.importKind !== 'type',
      );
      if (values.length > 0 || node.specifiers.length === 0) wholeModule(node, node.source.value);
      const connecting = CONNECTING_MEMBERS[withNodePrefix(node.source.value)] ?? [];
      const isProcess = /^(node:)?process$/.test(node.source.value);
      for (const one of values) {
        if (one.type !== 'ImportSpecifier') namespaces.set(one.local.name, connecting);
        else if (connecting.includes(nameOf(one.imported) ?? '')) need(one, 'outbound');
        else if (isProcess && nameOf(one.imported) === 'env') need(one, 'environment');
      }
    },
    ExportAllDeclaration(node) {
      if (node.exportKind !== 'type') wholeModule(node, node.source.value);
    },
    ExportNamedDeclaration(node) {
      if (node.source && node.exportKind !== 'type') wholeModule(node, node.source.value);
    },
    ImportExpression(node) {
      if (node.source.type === 'Literal' && typeof node.source.value === 'string')
        wholeModule(node, node.source.value);
    },
  };
}

/** Time, environment, SQL, drivers and connections, each only where the table says. */
export const privilegesRule: Rule = {
  create(context) {
    const path = pathOf(context);
    const need: Need = (node, privilege) => {
      if (!mayUse(privilege, path)) context.report({ node, message: PRIVILEGES[privilege].why });
    };
    const namespaces = new Map<string, readonly string[]>();
    return { ...checkUses(need, namespaces), ...checkImports(need, namespaces) };
  },
};
