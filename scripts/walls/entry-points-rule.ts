import { importProblem, isTest } from './folders.ts';
import { pathOf, type Node, type Rule } from './rule.ts';

/** Every import specifier, static or dynamic, of values or types, goes through an entry point the folder may use. */
export const entryPointsRule: Rule = {
  create(context) {
    const path = pathOf(context);
    const check = (node: Node, specifier: string, typeOnly: boolean): void => {
      const message = importProblem(path, specifier, typeOnly);
      if (message) context.report({ node, message });
    };
    return {
      ImportDeclaration(node) {
        check(node, node.source.value, node.importKind === 'type');
      },
      ExportAllDeclaration(node) {
        check(node, node.source.value, node.exportKind === 'type');
      },
      ExportNamedDeclaration(node) {
        if (node.source) check(node, node.source.value, node.exportKind === 'type');
      },
      TSImportType(node) {
        check(node, node.source.value, true);
      },
      ImportExpression(node) {
        // A computed specifier could reach anything, so it is judged as something no room may import.
        if (node.source.type === 'Literal' && typeof node.source.value === 'string')
          check(node, node.source.value, false);
        else if (!isTest(path) && /^(server|contract)\/src\//.test(path)) {
          context.report({
            node,
            message: 'Import by a literal specifier, so that the walls can be checked.',
          });
        }
      },
    };
  },
};
